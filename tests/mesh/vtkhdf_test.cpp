#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <hdf5.h>
#include <sys/resource.h>
#include <unistd.h>

#include <partita/mesh/naca.hpp>
#include <partita/mesh/read.hpp>
#include <partita/mesh/vtkhdf.hpp>
#include <partita/support/error.hpp>

#include "tests/mesh/sample_meshes.hpp"
#include "tests/mesh/sample_solids.hpp"

namespace partita::mesh {
namespace {

namespace fs = std::filesystem;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

class Vtkhdf : public testing::Test {
 protected:
  Vtkhdf() { fs::create_directories(folder_); }
  ~Vtkhdf() override { fs::remove_all(folder_); }

  fs::path folder_ = fs::temp_directory_path() / text("partita_vtkhdf_", getpid());
  fs::path path_ = folder_ / "flow.vtkhdf";
};

class File {
 public:
  explicit File(const fs::path& path) : file_(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT)) {}
  ~File() { H5Fclose(file_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  std::vector<hsize_t> shape(const char* dataset) const {
    const hid_t set = H5Dopen2(file_, dataset, H5P_DEFAULT), space = H5Dget_space(set);
    std::vector<hsize_t> extents(static_cast<std::size_t>(H5Sget_simple_extent_ndims(space)));
    H5Sget_simple_extent_dims(space, extents.data(), nullptr);
    H5Sclose(space);
    H5Dclose(set);
    return extents;
  }

  std::vector<double> reals(const char* dataset) const { return values<double>(dataset, H5T_NATIVE_DOUBLE); }
  std::vector<std::int64_t> integers(const char* dataset) const {
    return values<std::int64_t>(dataset, H5T_NATIVE_INT64);
  }

  double real_attribute(const char* group, const char* name) const {
    double value = 0;
    const hid_t attribute = H5Aopen_by_name(file_, group, name, H5P_DEFAULT, H5P_DEFAULT);
    H5Aread(attribute, H5T_NATIVE_DOUBLE, &value);
    H5Aclose(attribute);
    return value;
  }

  std::string text_attribute(const char* group, const char* name) const {
    const hid_t attribute = H5Aopen_by_name(file_, group, name, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t type = H5Aget_type(attribute);
    std::string value(H5Tget_size(type), '\0');
    H5Aread(attribute, type, value.data());
    H5Tclose(type);
    H5Aclose(attribute);
    return value;
  }

 private:
  template <class T>
  std::vector<T> values(const char* dataset, hid_t type) const {
    std::size_t count = 1;
    for (const hsize_t extent : shape(dataset)) count *= extent;
    std::vector<T> result(count);
    const hid_t set = H5Dopen2(file_, dataset, H5P_DEFAULT);
    EXPECT_GE(H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, result.data()), 0) << dataset;
    H5Dclose(set);
    return result;
  }

  hid_t file_;
};

// Values that tell their place.
Results sample_results(const Mesh& mesh) {
  const auto vertices = static_cast<std::size_t>(mesh.vertices);
  Results results;
  results.fields = {{"cp", 1, std::vector<double>(vertices)},
                    {"velocity", 3, std::vector<double>(3 * vertices)}};
  for (Field& field : results.fields)
    for (std::size_t k = 0; k < field.values.size(); ++k)
      field.values[k] = 1 / (1.0 + static_cast<double>(k));
  for (std::size_t v = 0; v < vertices; ++v) results.owner.push_back(static_cast<int>(v % 4));
  results.constants = {{"mach", 0.8}, {"alpha", 1.25}};
  for (const BoundaryFace& face : mesh.boundary) results.on_boundary["side"].push_back(7 - face.marker);
  return results;
}

std::string error(const fs::path& path, const Mesh& mesh, const Results& results) {
  try {
    write_vtkhdf(path, mesh, results);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST_F(Vtkhdf, IsAnUnstructuredGridOfVtk) {
  const Mesh mesh = mixed_mesh(5, 4, 1);
  write_vtkhdf(path_, mesh, sample_results(mesh));
  const File file(path_);
  EXPECT_EQ(file.text_attribute("VTKHDF", "Type"), "UnstructuredGrid");
  EXPECT_THAT(file.integers("VTKHDF/NumberOfPoints"), ElementsAre(mesh.vertices));
  EXPECT_THAT(file.integers("VTKHDF/NumberOfCells"), ElementsAre(std::ssize(mesh.cells)));
  EXPECT_THAT(file.integers("VTKHDF/NumberOfConnectivityIds"), ElementsAre(std::ssize(mesh.cell_vertices)));

  std::vector<double> coordinates;
  for (const Point& point : mesh.points) coordinates.insert(coordinates.end(), point.begin(), point.end());
  EXPECT_EQ(file.reals("VTKHDF/Points"), coordinates);
  EXPECT_THAT(file.shape("VTKHDF/Points"), ElementsAre(mesh.points.size(), 3));
  EXPECT_EQ(file.integers("VTKHDF/Connectivity"), mesh.cell_vertices);

  const auto offsets = file.integers("VTKHDF/Offsets"), types = file.integers("VTKHDF/Types");
  ASSERT_EQ(offsets.size(), mesh.cells.size() + 1);
  ASSERT_EQ(types.size(), mesh.cells.size());
  EXPECT_EQ(offsets[0], 0);
  for (std::size_t cell = 0; cell < mesh.cells.size(); ++cell) {
    EXPECT_EQ(offsets[cell + 1] - offsets[cell], vertices_of(mesh.cells[cell]));
    EXPECT_EQ(types[cell], mesh.cells[cell] == CellType::triangle ? 5 : 9);
  }
}

TEST_F(Vtkhdf, HoldsTheFieldsAndOwners) {
  const Mesh mesh = mixed_mesh(5, 4, 1);
  const Results results = sample_results(mesh);
  write_vtkhdf(path_, mesh, results);
  const File file(path_);
  EXPECT_EQ(file.reals("VTKHDF/PointData/cp"), results.fields[0].values);
  EXPECT_THAT(file.shape("VTKHDF/PointData/cp"), ElementsAre(mesh.points.size()));
  EXPECT_EQ(file.reals("VTKHDF/PointData/velocity"), results.fields[1].values);
  EXPECT_THAT(file.shape("VTKHDF/PointData/velocity"), ElementsAre(mesh.points.size(), 3));
  EXPECT_THAT(file.integers("VTKHDF/PointData/owner"), testing::ElementsAreArray(results.owner));

  std::vector<std::int64_t> of_first_vertex;
  for_each_cell(mesh, [&](std::span<const global_index> cell) {
    of_first_vertex.push_back(results.owner[static_cast<std::size_t>(cell[0])]);
  });
  EXPECT_EQ(file.integers("VTKHDF/CellData/owner"), of_first_vertex);
}

TEST_F(Vtkhdf, HoldsTheBoundaryAndTheConstantsBesideTheGrid) {
  const Mesh mesh = naca({"0012", 16, 4});
  write_vtkhdf(path_, mesh, sample_results(mesh));
  const File file(path_);
  EXPECT_THAT(file.shape("partita/boundary_vertices"), ElementsAre(32, 2));
  const auto vertices = file.integers("partita/boundary_vertices"),
             markers = file.integers("partita/boundary_marker");
  ASSERT_EQ(markers.size(), mesh.boundary.size());
  for (std::size_t k = 0; k < markers.size(); ++k)
    EXPECT_EQ((BoundaryFace{{vertices[2 * k], vertices[2 * k + 1], -1}, static_cast<int>(markers[k])}),
              mesh.boundary[k]);
  const auto sides = file.integers("partita/boundary_side");
  ASSERT_EQ(sides.size(), mesh.boundary.size());
  for (std::size_t k = 0; k < sides.size(); ++k) EXPECT_EQ(sides[k], 7 - mesh.boundary[k].marker);
  EXPECT_EQ(file.text_attribute("partita", "markers"), "airfoil\nfarfield");
  EXPECT_EQ(file.real_attribute("partita", "mach"), 0.8);
  EXPECT_EQ(file.real_attribute("partita", "alpha"), 1.25);
}

TEST_F(Vtkhdf, HoldsTetrahedra) {
  Mesh mesh;
  mesh.dimension = 3;
  mesh.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  mesh.cells = {CellType::tetrahedron};
  mesh.cell_vertices = {0, 1, 2, 3};
  mesh.markers = {"skin"};
  mesh.boundary = {{{0, 2, 1}, 0}, {{0, 1, 3}, 0}, {{1, 2, 3}, 0}, {{0, 3, 2}, 0}};
  complete(mesh);
  write_vtkhdf(path_, mesh, sample_results(mesh));
  const File file(path_);
  EXPECT_THAT(file.integers("VTKHDF/Types"), ElementsAre(10));
  EXPECT_THAT(file.shape("partita/boundary_vertices"), ElementsAre(4, 3));
}

TEST_F(Vtkhdf, HoldsPrismsAsVtkNumbersThem) {
  Mesh mesh;
  mesh.dimension = 3;
  mesh.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}};
  mesh.cells = {CellType::prism};
  mesh.cell_vertices = {0, 1, 2, 3, 4, 5};
  mesh.markers = {"skin"};
  mesh.boundary = {{{0, 2, 1}, 0}, {{3, 4, 5}, 0}, {{0, 1, 4, 3}, 0}, {{1, 2, 5, 4}, 0}, {{2, 0, 3, 5}, 0}};
  complete(mesh);
  ASSERT_THAT(mesh.cell_vertices, ElementsAre(0, 1, 2, 3, 4, 5));
  write_vtkhdf(path_, mesh, sample_results(mesh));
  const File file(path_);
  EXPECT_THAT(file.integers("VTKHDF/Types"), ElementsAre(13));
  EXPECT_THAT(file.integers("VTKHDF/Connectivity"), ElementsAre(0, 2, 1, 3, 5, 4));
  EXPECT_THAT(file.shape("partita/boundary_vertices"), ElementsAre(5, 4));
  EXPECT_EQ(file.integers("partita/boundary_vertices")[3], -1) << "the first face is a triangle";
}

TEST_F(Vtkhdf, HoldsHexahedraAndPyramidsAsTheyAre) {
  for (const Cut cut : {Cut::hexahedra, Cut::pyramids}) {
    const Mesh mesh = cube_of(cut, 1, 1);
    write_vtkhdf(path_, mesh, sample_results(mesh));
    const File file(path_);
    EXPECT_THAT(file.integers("VTKHDF/Types"), Each(cut == Cut::hexahedra ? 12 : 14));
    EXPECT_EQ(file.integers("VTKHDF/Connectivity"), mesh.cell_vertices);
  }
}

// The sentence of the reader about the file with something changed.
template <class Change>
std::string reader_error_after(const fs::path& path, Change change) {
  const Mesh mesh = mixed_mesh(2, 2, 1);
  write_vtkhdf(path, mesh, sample_results(mesh));
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  change(file);
  H5Fclose(file);
  try {
    (void)read(path);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

void put(hid_t file, const char* dataset, hid_t type, const void* values) {
  const hid_t set = H5Dopen2(file, dataset, H5P_DEFAULT);
  EXPECT_GE(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), 0);
  H5Dclose(set);
}

TEST_F(Vtkhdf, IsReadOrRefusedInOneSentence) {
  const auto refused = [&](auto change) { return reader_error_after(path_, change); };
  const std::string begin = path_.string() + ": cannot be read: ";
  EXPECT_EQ(refused([](hid_t) {}), "no error");
  EXPECT_EQ(refused([](hid_t file) { H5Ldelete(file, "partita", H5P_DEFAULT); }),
            begin + "there is no group partita; give a file that airfoil --output wrote");
  EXPECT_EQ(refused([](hid_t file) { H5Ldelete(file, "VTKHDF/Offsets", H5P_DEFAULT); }),
            begin + "there is no Offsets");
  EXPECT_EQ(refused([](hid_t file) {
              H5Ldelete(file, "VTKHDF/Offsets", H5P_DEFAULT);
              H5Lcreate_hard(file, "VTKHDF/NumberOfCells", file, "VTKHDF/Offsets", H5P_DEFAULT, H5P_DEFAULT);
            }),
            begin + text(mixed_mesh(2, 2, 1).cells.size(), " cells need ",
                         mixed_mesh(2, 2, 1).cells.size() + 1, " Offsets, not 1"));
  EXPECT_EQ(refused([](hid_t file) {
              H5Ldelete(file, "VTKHDF/NumberOfPoints", H5P_DEFAULT);
              H5Lcreate_hard(file, "VTKHDF/Offsets", file, "VTKHDF/NumberOfPoints", H5P_DEFAULT, H5P_DEFAULT);
            }),
            begin + text("the grid has ", mixed_mesh(2, 2, 1).cells.size() + 1, " pieces; save it in one"));
  const std::vector<std::uint8_t> polyhedra(mixed_mesh(2, 2, 1).cells.size(), 42);
  EXPECT_EQ(refused([&](hid_t file) { put(file, "VTKHDF/Types", H5T_NATIVE_UINT8, polyhedra.data()); }),
            begin + "cell 0 has VTK's type 42, which is not read");
  const std::vector<std::int64_t> zeros(mixed_mesh(2, 2, 1).cells.size() + 1, 0);
  EXPECT_THAT(refused([&](hid_t file) { put(file, "VTKHDF/Offsets", H5T_NATIVE_INT64, zeros.data()); }),
              testing::MatchesRegex(begin + "cell 0, a [a-z]+, needs [34] vertices by Offsets"));
  const std::vector<std::int64_t> far(mixed_mesh(2, 2, 1).cell_vertices.size(), 1'000'000);
  EXPECT_THAT(refused([&](hid_t file) { put(file, "VTKHDF/Connectivity", H5T_NATIVE_INT64, far.data()); }),
              HasSubstr(": cell 0: this "));
}

TEST_F(Vtkhdf, WantsAValueForEveryVertex) {
  const Mesh mesh = mixed_mesh(1, 1, 1);
  Results results = sample_results(mesh);
  results.fields[1].values.pop_back();
  EXPECT_EQ(error(path_, mesh, results), "field velocity has 11 values; the mesh's 4 vertices need 3 each");
  results = sample_results(mesh);
  results.owner.pop_back();
  EXPECT_THAT(error(path_, mesh, results), HasSubstr("needs a point and an owner for each"));
  results = sample_results(mesh);
  results.on_boundary["side"].push_back(0);
  EXPECT_THAT(error(path_, mesh, results), HasSubstr("boundary_side has "));
  EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(Vtkhdf, AFailedWriteLeavesNothingBehind) {
  const Mesh mesh = mixed_mesh(1, 1, 1);
  EXPECT_THAT(error(folder_ / "missing" / "flow.vtkhdf", mesh, sample_results(mesh)), HasSubstr("missing"));
  EXPECT_TRUE(fs::is_empty(folder_));
}

// Stands for a full disk while it lives: no file of this process grows beyond a few bytes.
class FullDisk {
 public:
  FullDisk() : signal_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &limit_);
    const rlimit few{100, limit_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &few);
  }
  ~FullDisk() {
    setrlimit(RLIMIT_FSIZE, &limit_);
    std::signal(SIGXFSZ, signal_);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  void (*signal_)(int);
  rlimit limit_{};
};

TEST_F(Vtkhdf, AFullDiskIsAnErrorAndTheNextWriteSucceeds) {
  const Mesh mesh = mixed_mesh(20, 20, 1);
  std::string sentence;
  {
    const FullDisk full_disk;
    sentence = error(path_, mesh, sample_results(mesh));
  }
  EXPECT_EQ(sentence, text("cannot write ", path_.string(), ": the disk may be full"));
  EXPECT_TRUE(fs::is_empty(folder_));
  EXPECT_EQ(error(path_, mesh, sample_results(mesh)), "no error");
}

TEST_F(Vtkhdf, AFailedWriteKeepsTheOldFile) {
  std::ofstream(path_) << "old";
  const Mesh mesh = mixed_mesh(1, 1, 1);
  Results results = sample_results(mesh);
  results.fields.push_back(results.fields[0]);  // the same name twice: HDF5 refuses in the middle of writing
  EXPECT_THAT(error(path_, mesh, results), HasSubstr(text("cannot write ", path_.string())));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
  EXPECT_EQ(fs::file_size(path_), 3u);
}

}  // namespace
}  // namespace partita::mesh
