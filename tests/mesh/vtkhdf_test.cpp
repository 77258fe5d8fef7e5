#include <algorithm>
#include <array>
#include <csignal>
#include <filesystem>
#include <numeric>
#include <optional>
#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <hdf5.h>
#include <sys/resource.h>

#include <partita/mesh/naca.hpp>
#include <partita/mesh/vtkhdf.hpp>
#include <partita/support/error.hpp>
#include <partita/support/hash.hpp>

#include "tests/io/folder.hpp"
#include "tests/io/refused.hpp"
#include "tests/mesh/sample_meshes.hpp"
#include "tests/mesh/sample_solids.hpp"
#include "tests/mesh/shares_of_meshes.hpp"

namespace partita::mesh {
namespace {

namespace fs = std::filesystem;
using testing::Each;
using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::HasSubstr;
using testing_support::random_share;

// Values that tell their place.
template <class T>
T value_at(global_index number, int component = 0) {
  return static_cast<T>(100 / (1.0 + static_cast<double>(number) + 1000 * component));
}

template <class T>
std::vector<T> values_at(std::span<const global_index> numbers) {
  std::vector<T> values;
  for (const global_index number : numbers) values.push_back(value_at<T>(number));
  return values;
}

template <class T>
std::vector<T> all_values(std::size_t count) {
  std::vector<global_index> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0);
  return values_at<T>(numbers);
}

// The mesh with fields of all types.
void write_with(const Communicator& comm, const fs::path& path, const Mesh& mesh, std::uint64_t seed) {
  const auto points = random_share(comm, std::ssize(mesh.points), seed),
             cells = random_share(comm, std::ssize(mesh.cells), seed + 1),
             faces = random_share(comm, std::ssize(mesh.boundary), seed + 2);
  const auto cp = values_at<double>(points);
  std::vector<std::array<double, 3>> velocity;
  for (const global_index number : points)
    velocity.push_back(
        {value_at<double>(number, 0), value_at<double>(number, 1), value_at<double>(number, 2)});
  const auto single = values_at<float>(points);
  const auto owner = values_at<std::int32_t>(points), of_cells = values_at<std::int32_t>(cells);
  const auto far = values_at<std::int64_t>(cells);
  const auto sides = values_at<std::uint8_t>(faces);
  write_vtkhdf(comm, path, share_of(comm, mesh, seed),
               {{points, {{"cp", cp}, {"velocity", velocity}, {"single", single}, {"owner", owner}}},
                {cells, {{"owner", of_cells}, {"far", far}}},
                {faces, {{"side", sides}}},
                {{"mach", 0.8}, {"alpha", 1.25}}});
}

class Vtkhdf : public testing::Test {
 protected:
  // Every rank brings a share of the mesh, and of the rows of the results.
  void write(const Mesh& mesh, std::uint64_t seed = 1) const { write_with(comm_, path_, mesh, seed); }

  std::string refused(const Mesh& share, const Results& results) const {
    return testing_support::refused(comm_, [&] { write_vtkhdf(comm_, path_, share, results); });
  }

  const Communicator comm_{MPI_COMM_WORLD};
  testing_support::Folder folder_{comm_};
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

TEST_F(Vtkhdf, IsAnUnstructuredGridOfVtk) {
  const Mesh mesh = mixed_mesh(5, 4, 1);
  write(mesh);
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

TEST_F(Vtkhdf, HoldsTheFieldsInTheOrderOfTheirNumbers) {
  const Mesh mesh = mixed_mesh(5, 4, 1);
  write(mesh);
  const File file(path_);
  EXPECT_EQ(file.reals("VTKHDF/PointData/cp"), all_values<double>(mesh.points.size()));
  EXPECT_THAT(file.shape("VTKHDF/PointData/cp"), ElementsAre(mesh.points.size()));
  EXPECT_THAT(file.shape("VTKHDF/PointData/velocity"), ElementsAre(mesh.points.size(), 3));
  const std::vector<double> velocity = file.reals("VTKHDF/PointData/velocity");
  for (std::size_t k = 0; k < velocity.size(); ++k)
    ASSERT_EQ(velocity[k], value_at<double>(static_cast<global_index>(k / 3), static_cast<int>(k % 3)));
  EXPECT_THAT(file.reals("VTKHDF/PointData/single"), ElementsAreArray(all_values<float>(mesh.points.size())));
  EXPECT_THAT(file.integers("VTKHDF/PointData/owner"),
              ElementsAreArray(all_values<std::int32_t>(mesh.points.size())));
  EXPECT_THAT(file.integers("VTKHDF/CellData/owner"),
              ElementsAreArray(all_values<std::int32_t>(mesh.cells.size())));
  EXPECT_EQ(file.integers("VTKHDF/CellData/far"), all_values<std::int64_t>(mesh.cells.size()));
}

TEST_F(Vtkhdf, HasTheSameBytesOnAnyRanksWithAnyShares) {
  const Mesh mesh = cube_of(Cut::mixture, 3, 1);
  std::optional<std::uint64_t> expected;
  for (int ranks = 1; ranks <= comm_.size(); ++ranks)
    for (const std::uint64_t seed : {1, 2}) {
      if (const auto comm = testing_support::first_ranks(ranks))
        write_with(*comm, path_, mesh, seed + 10 * static_cast<std::uint64_t>(ranks));
      MPI_Barrier(comm_.handle());
      const std::uint64_t hash = Hash().add(testing_support::bytes_of(path_)).value();
      EXPECT_EQ(expected.value_or(hash), hash) << ranks << " ranks";
      expected = hash;
      MPI_Barrier(comm_.handle());
    }
}

TEST_F(Vtkhdf, HoldsTheBoundaryAndTheConstantsBesideTheGrid) {
  const Mesh mesh = naca({"0012", 16, 4});
  write(mesh);
  const File file(path_);
  EXPECT_THAT(file.shape("partita/boundary_vertices"), ElementsAre(32, 2));
  const auto vertices = file.integers("partita/boundary_vertices"),
             markers = file.integers("partita/boundary_marker");
  ASSERT_EQ(markers.size(), mesh.boundary.size());
  for (std::size_t k = 0; k < markers.size(); ++k)
    EXPECT_EQ((BoundaryFace{{vertices[2 * k], vertices[2 * k + 1], -1}, static_cast<int>(markers[k])}),
              mesh.boundary[k]);
  EXPECT_THAT(file.integers("partita/boundary_side"),
              ElementsAreArray(all_values<std::uint8_t>(mesh.boundary.size())));
  EXPECT_EQ(file.text_attribute("partita", "markers"), "airfoil\nfarfield");
  EXPECT_EQ(file.real_attribute("partita", "mach"), 0.8);
  EXPECT_EQ(file.real_attribute("partita", "alpha"), 1.25);
}

TEST_F(Vtkhdf, HoldsPrismsAsVtkNumbersThem) {
  const Mesh mesh = completed(
      only_cell(CellType::prism, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}}));
  ASSERT_THAT(mesh.cell_vertices, ElementsAre(0, 1, 2, 3, 4, 5));
  write(mesh);
  const File file(path_);
  EXPECT_THAT(file.integers("VTKHDF/Types"), ElementsAre(13));
  EXPECT_THAT(file.integers("VTKHDF/Connectivity"), ElementsAre(0, 2, 1, 3, 5, 4));
  EXPECT_THAT(file.shape("partita/boundary_vertices"), ElementsAre(5, 4));
  EXPECT_EQ(file.integers("partita/boundary_vertices")[3], -1) << "the first face is a triangle";
}

TEST_F(Vtkhdf, HoldsOtherSolidsAsTheyAre) {
  for (const auto& [cut, type, corners] :
       {std::tuple(Cut::hexahedra, 12, 4), {Cut::pyramids, 14, 4}, {Cut::tetrahedra, 10, 3}}) {
    const Mesh mesh = cube_of(cut, 1, 1);
    write(mesh);
    const File file(path_);
    EXPECT_THAT(file.integers("VTKHDF/Types"), Each(type));
    EXPECT_EQ(file.integers("VTKHDF/Connectivity"), mesh.cell_vertices);
    EXPECT_THAT(file.shape("partita/boundary_vertices"), ElementsAre(mesh.boundary.size(), corners));
  }
}

TEST_F(Vtkhdf, WantsARowForEachNumber) {
  const Mesh mesh = mixed_mesh(2, 1, 1);
  const Mesh share = share_of(comm_, mesh);
  const std::vector<global_index> none;
  const bool last = comm_.rank() == comm_.size() - 1;
  const auto on_last = [&](std::vector<global_index> numbers) { return last ? numbers : none; };
  const auto refusal_of = [&](const std::vector<global_index>& numbers, std::size_t rows) {
    const std::vector<double> values(rows);
    return refused(share, {{numbers, {{"p", values}}}, {}, {}, {}});
  };
  EXPECT_EQ(refusal_of(on_last({5, 3, 1, 0, 2, 4}), last ? 6 : 0), "");
  EXPECT_EQ(refusal_of(on_last({0, 1}), last ? 3 : 0),
            "cannot write " + path_.string() +
                ": the field p on points has 3 rows and 2 numbers; give a number to each row");
  EXPECT_EQ(refusal_of(on_last({0, 1, 2, 3, 4}), last ? 5 : 0),
            "the table of points has 5 rows on all ranks; it needs 6");
  EXPECT_EQ(refusal_of(on_last({0, 1, 2, 3, 4, 4}), last ? 6 : 0),
            "two rows of the table of points have the number 4; each number needs one row");
  EXPECT_EQ(refusal_of(on_last({0, 1, 2, 3, 4, 6}), last ? 6 : 0),
            text("rank ", comm_.size() - 1, " names row 6 of the table of points, which has 6 rows, from 0"));
}

TEST_F(Vtkhdf, WantsNamesOfTheirOwn) {
  const Mesh share = share_of(comm_, mixed_mesh(1, 1, 1));
  const std::vector<global_index> none;
  const std::vector<double> values;
  const auto fields = [&](std::initializer_list<std::string> names) {
    FieldsByNumber on{none, {}};
    for (const std::string& name : names) on.fields.emplace_back(name, values);
    return on;
  };
  const std::string cannot = "cannot write " + path_.string() + ": ";
  EXPECT_EQ(refused(share, {fields({"p", "p"}), {}, {}, {}}),
            cannot + "a field on points cannot be called p, which is taken; rename it");
  EXPECT_EQ(refused(share, {{}, fields({"a/b"}), {}, {}}),
            cannot + "\"a/b\" is no name for a field; take a word without slash");
  EXPECT_EQ(refused(share, {{}, {}, fields({"marker"}), {}}),
            cannot + "a field on the boundary cannot be called marker, which is taken; rename it");
  EXPECT_EQ(refused(share, {{}, {}, {}, {{"markers", 1}}}),
            cannot + "a constant cannot be called markers, which is taken; rename it");
  EXPECT_EQ(folder_.files(), 0);
}

TEST_F(Vtkhdf, WantsTheSameOnAllRanks) {
  if (comm_.size() == 1) GTEST_SKIP() << "one rank agrees with itself";
  const Mesh share = share_of(comm_, mixed_mesh(1, 1, 1));
  EXPECT_EQ(
      refused(share, {{}, {}, {}, {{"mach", comm_.rank()}}}),
      "the ranks disagree about the fields, constants or markers of the VTKHDF file; give every rank the "
      "same");
}

TEST_F(Vtkhdf, WantsSharesOfAMesh) {
  const std::string cannot = "cannot write " + path_.string() + ": ";
  EXPECT_EQ(refused({}, {}), cannot + "a mesh without points cannot be written");
  Mesh share = share_of(comm_, mixed_mesh(1, 1, 1));
  if (comm_.rank() == comm_.size() - 1) {
    share.cells.assign(1, CellType::quadrilateral);
    share.cell_vertices = {0, 1, 2};
  }
  EXPECT_EQ(refused(share, {}), cannot + "the cells need 4 vertices and have 3");
  if (comm_.rank() == comm_.size() - 1) share.cell_vertices = {0, 1, 2, 4};
  EXPECT_EQ(refused(share, {}), cannot + "a cell names vertex 4, but the vertices are 0 to 3");
  EXPECT_EQ(folder_.files(), 0);
}

TEST_F(Vtkhdf, IsNotWrittenWhereItCannotBe) {
  path_ = folder_ / "missing" / "flow.vtkhdf";
  EXPECT_THAT(refused(share_of(comm_, mixed_mesh(1, 1, 1)), {}),
              testing::StartsWith("cannot write " + path_.string() + ": there is no folder "));
  EXPECT_EQ(folder_.files(), 0);
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

TEST_F(Vtkhdf, StaysAsItWasWhereThereIsNoRoom) {
  const Mesh share = share_of(comm_, mixed_mesh(20, 20, 1));
  write(mixed_mesh(1, 1, 1));
  const std::vector<char> before = testing_support::bytes_of(path_);
  MPI_Barrier(comm_.handle());
  std::string sentence;
  {
    const FullDisk full_disk;
    sentence = refused(share, {});
  }
  EXPECT_EQ(sentence, text("cannot write ", path_.string(), ": File too large"));
  EXPECT_EQ(folder_.files(), 1);
  EXPECT_EQ(testing_support::bytes_of(path_), before);
  MPI_Barrier(comm_.handle());
  EXPECT_EQ(refused(share, {}), "") << "the next one is written";
}

}  // namespace
}  // namespace partita::mesh
