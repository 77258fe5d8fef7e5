// HDF5 builds the file in memory and the whole image is written at once: a file that HDF5 itself cannot write
// to a full disk it cannot close either, and it crashes when the program ends (1.10).
#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <type_traits>

#include <hdf5.h>

#include <partita/mesh/vtkhdf.hpp>
#include <partita/support/atomic_file.hpp>
#include <partita/support/error.hpp>

namespace partita::mesh {

namespace {

// An HDF5 identifier with the function that gives it back.
class Handle {
 public:
  Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {
    if (id_ < 0) throw Error("HDF5 could not put it together; memory may be short");
  }
  ~Handle() { close_(id_); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  operator hid_t() const { return id_; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

// HDF5 prints its errors on stderr unless told not to; here they are said once, in one sentence.
class QuietErrors {
 public:
  QuietErrors() {
    H5Eget_auto2(H5E_DEFAULT, &print_, &data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  ~QuietErrors() { H5Eset_auto2(H5E_DEFAULT, print_, data_); }
  QuietErrors(const QuietErrors&) = delete;
  QuietErrors& operator=(const QuietErrors&) = delete;

 private:
  H5E_auto2_t print_ = nullptr;
  void* data_ = nullptr;
};

void check(std::int64_t status) {
  if (status < 0) throw Error("HDF5 could not put it together; memory may be short");
}

template <class T>
hid_t native() {
  if constexpr (std::is_same_v<T, double>)
    return H5T_NATIVE_DOUBLE;
  else if constexpr (std::is_same_v<T, int>)
    return H5T_NATIVE_INT;
  else if constexpr (std::is_same_v<T, std::int64_t>)
    return H5T_NATIVE_INT64;
  else if constexpr (std::is_same_v<T, std::uint8_t>)
    return H5T_NATIVE_UINT8;
}

// A dataset of `columns` values a row; one column is a plain array.
template <class T>
void write(hid_t group, const std::string& name, std::span<const T> values, hsize_t columns = 1) {
  const std::array<hsize_t, 2> shape{values.size() / columns, columns};
  const Handle space(H5Screate_simple(columns == 1 ? 1 : 2, shape.data(), nullptr), H5Sclose);
  const Handle set(H5Dcreate2(group, name.c_str(), native<T>(), space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                   H5Dclose);
  if (!values.empty()) check(H5Dwrite(set, native<T>(), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()));
}

template <class T>
void attribute(hid_t group, const std::string& name, std::span<const T> values) {
  const hsize_t count = values.size();
  const Handle space(count == 1 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &count, nullptr), H5Sclose);
  const Handle set(H5Acreate2(group, name.c_str(), native<T>(), space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  check(H5Awrite(set, native<T>(), values.data()));
}

void attribute(hid_t group, const std::string& name, const std::string& value) {
  const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  check(H5Tset_size(type, std::max<std::size_t>(1, value.size())));
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  const Handle set(H5Acreate2(group, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  check(H5Awrite(set, type, value.c_str()));
}

Handle group(hid_t parent, const char* name) {
  return {H5Gcreate2(parent, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose};
}

std::uint8_t vtk_type(CellType type) {
  switch (type) {
    case CellType::triangle:
      return 5;
    case CellType::quadrilateral:
      return 9;
    case CellType::tetrahedron:
      return 10;
  }
  throw Error("a cell of no type");
}

void write_grid(hid_t root, const Mesh& mesh) {
  std::vector<std::int64_t> offsets{0};
  std::vector<std::uint8_t> types;
  for (const CellType cell : mesh.cells) {
    offsets.push_back(offsets.back() + vertices_of(cell));
    types.push_back(vtk_type(cell));
  }
  const std::array<std::int64_t, 2> version{1, 0};
  attribute<std::int64_t>(root, "Version", version);
  attribute(root, "Type", std::string("UnstructuredGrid"));

  const auto count = [&](const char* name, std::size_t number) {
    write<std::int64_t>(root, name, std::array{static_cast<std::int64_t>(number)});
  };
  count("NumberOfPoints", mesh.points.size());
  count("NumberOfCells", mesh.cells.size());
  count("NumberOfConnectivityIds", mesh.cell_vertices.size());
  write<double>(root, "Points", {mesh.points.data()->data(), 3 * mesh.points.size()}, 3);
  write<std::int64_t>(root, "Connectivity", mesh.cell_vertices);
  write<std::int64_t>(root, "Offsets", offsets);
  write<std::uint8_t>(root, "Types", types);
}

void write_fields(hid_t root, const Mesh& mesh, const Results& results) {
  const Handle points = group(root, "PointData");
  for (const auto& [name, components, values] : results.fields)
    write<double>(points, name, values, static_cast<hsize_t>(components));
  write<int>(points, "owner", results.owner);

  std::vector<int> cell_owner;
  for (std::size_t first = 0; const CellType cell : mesh.cells) {
    cell_owner.push_back(results.owner[static_cast<std::size_t>(mesh.cell_vertices[first])]);
    first += static_cast<std::size_t>(vertices_of(cell));
  }
  const Handle cells = group(root, "CellData");
  write<int>(cells, "owner", cell_owner);
}

void write_beside(hid_t beside, const Mesh& mesh, const Results& results) {
  std::vector<std::int64_t> vertices;
  std::vector<int> markers;
  for (const auto& [corners, marker] : mesh.boundary) {
    vertices.insert(vertices.end(), corners.begin(), corners.begin() + mesh.dimension);
    markers.push_back(marker);
  }
  write<std::int64_t>(beside, "boundary_vertices", vertices, static_cast<hsize_t>(mesh.dimension));
  write<int>(beside, "boundary_marker", markers);
  for (const auto& [name, values] : results.on_boundary) write<int>(beside, "boundary_" + name, values);
  std::string names;
  for (const std::string& name : mesh.markers) names += (names.empty() ? "" : "\n") + name;
  attribute(beside, "markers", names);
  for (const auto& [name, value] : results.constants) attribute<double>(beside, name, std::array{value});
}

std::vector<char> file_image(const Mesh& mesh, const Results& results) {
  constexpr std::size_t growth = std::size_t{1} << 20;
  const Handle in_memory(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  check(H5Pset_fapl_core(in_memory, growth, false));
  const Handle file(H5Fcreate("in memory", H5F_ACC_TRUNC, H5P_DEFAULT, in_memory), H5Fclose);
  const Handle root = group(file, "VTKHDF");
  write_grid(root, mesh);
  write_fields(root, mesh, results);
  write_beside(group(file, "partita"), mesh, results);
  check(H5Fflush(file, H5F_SCOPE_GLOBAL));

  const auto size = H5Fget_file_image(file, nullptr, 0);
  check(size);
  std::vector<char> image(static_cast<std::size_t>(size));
  check(H5Fget_file_image(file, image.data(), image.size()));
  return image;
}

}  // namespace

void write_vtkhdf(const std::filesystem::path& path, const Mesh& mesh, const Results& results) {
  const auto vertices = static_cast<std::size_t>(mesh.vertices);
  for (const auto& [name, components, values] : results.fields)
    if (values.size() != vertices * static_cast<std::size_t>(components))
      throw Error(text("field ", name, " has ", values.size(), " values; the mesh's ", vertices,
                       " vertices need ", components, " each"));
  if (mesh.points.size() != vertices || results.owner.size() != vertices)
    throw Error(text("a mesh of ", vertices,
                     " vertices needs a point and an owner for each to be written to ", path.string()));

  for (const auto& [name, values] : results.on_boundary)
    if (values.size() != mesh.boundary.size())
      throw Error(text("boundary_", name, " has ", values.size(), " values; the mesh's boundary has ",
                       mesh.boundary.size(), " faces"));

  AtomicFile file(path);
  const QuietErrors quiet;
  try {
    const std::vector<char> image = file_image(mesh, results);
    std::ofstream out(file.temporary(), std::ios::binary);
    out.write(image.data(), std::ssize(image));
    out.close();
    if (!out) throw Error("the disk may be full");
  } catch (const Error& error) {
    throw Error(text("cannot write ", path.string(), ": ", error.what()));
  }
  file.commit();
}

}  // namespace partita::mesh
