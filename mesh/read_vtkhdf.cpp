// Reads what `write_vtkhdf` writes (see vtkhdf.hpp), up to the fields: an UnstructuredGrid in one piece, and
// its boundary in the group /partita.
#include <array>
#include <cstdint>
#include <sstream>

#include <partita/mesh/element_types.hpp>
#include <partita/mesh/read_draft.hpp>
#include <partita/support/error.hpp>

#include "hdf5/attribute.hpp"
#include "hdf5/image.hpp"

namespace partita::mesh {
namespace {

using hdf5::check, hdf5::Handle, hdf5::native;

template <class T>
struct Table {
  std::vector<T> values;  // row by row
  std::size_t rows, columns;
};

template <class T>
Table<T> read_table(hid_t group, const std::string& name) {
  if (H5Lexists(group, name.c_str(), H5P_DEFAULT) <= 0) throw Error("there is no ", name);
  const Handle set(H5Dopen2(group, name.c_str(), H5P_DEFAULT), H5Dclose);
  const Handle space(H5Dget_space(set), H5Sclose);
  std::array<hsize_t, 2> shape{1, 1};
  const int ranks = H5Sget_simple_extent_ndims(space);
  if (ranks != 1 && ranks != 2) throw Error(name, " must be an array of one or two dimensions");
  check(H5Sget_simple_extent_dims(space, shape.data(), nullptr));
  Table<T> table{std::vector<T>(shape[0] * shape[1]), shape[0], shape[1]};
  if (!table.values.empty())
    check(H5Dread(set, native<T>(), H5S_ALL, H5S_ALL, H5P_DEFAULT, table.values.data()));
  return table;
}

Handle open_group(hid_t file, const char* name, const char* hint) {
  if (H5Lexists(file, name, H5P_DEFAULT) <= 0) throw Error("there is no group ", name, "; ", hint);
  return {H5Gopen2(file, name, H5P_DEFAULT), H5Gclose};
}

void read_grid(hid_t root, Mesh& mesh) {
  if (hdf5::read_string(root, "Type") != "UnstructuredGrid") throw Error("its Type is not UnstructuredGrid");
  if (const auto pieces = read_table<std::int64_t>(root, "NumberOfPoints").rows; pieces != 1)
    throw Error("the grid has ", pieces, " pieces; save it in one");

  const auto points = read_table<double>(root, "Points");
  if (points.columns != 3) throw Error("Points must have three columns, not ", points.columns);
  for (std::size_t k = 0; k < points.values.size(); k += 3)
    mesh.points.push_back({points.values[k], points.values[k + 1], points.values[k + 2]});

  const auto types = read_table<std::uint8_t>(root, "Types").values;
  const auto offsets = read_table<std::int64_t>(root, "Offsets").values;
  mesh.cell_vertices = read_table<global_index>(root, "Connectivity").values;
  if (offsets.size() != types.size() + 1)
    throw Error(types.size(), " cells need ", types.size() + 1, " Offsets, not ", offsets.size());
  for (std::size_t cell = 0; cell < types.size(); ++cell) {
    const auto known = std::ranges::find(element_types, int{types[cell]}, &ElementType::vtk);
    if (known == element_types.end() || known->dimension < 2 || known->nodes == 0)
      throw Error("cell ", cell, " has VTK's type ", int{types[cell]}, ", which is not read");
    if (offsets[cell + 1] - offsets[cell] != known->nodes)
      throw Error("cell ", cell, ", a ", known->name, ", needs ", known->nodes, " vertices by Offsets");
    mesh.cells.push_back(cell_of(*known));
    mesh.dimension = std::max(mesh.dimension, known->dimension);
  }
}

void read_boundary(hid_t beside, Mesh& mesh) {
  std::istringstream names(hdf5::read_string(beside, "markers"));
  for (std::string name; std::getline(names, name);) mesh.markers.push_back(name);

  const auto faces = read_table<global_index>(beside, "boundary_vertices");
  const auto markers = read_table<int>(beside, "boundary_marker").values;
  const std::size_t least = mesh.dimension, most = mesh.dimension == 2 ? 2 : 4;
  if (faces.columns < least || faces.columns > most)
    throw Error("boundary_vertices must have ", least, mesh.dimension == 2 ? "" : " or 4", " columns, not ",
                faces.columns);
  if (markers.size() != faces.rows)
    throw Error(faces.rows, " faces need as many entries of boundary_marker, not ", markers.size());
  for (std::size_t f = 0; f < faces.rows; ++f) {
    BoundaryFace& face = mesh.boundary.emplace_back(BoundaryFace({}, markers[f]));
    std::copy_n(faces.values.begin() + static_cast<std::ptrdiff_t>(f * faces.columns), faces.columns,
                face.vertices.begin());
  }
}

}  // namespace

Draft vtkhdf_draft(std::string_view bytes, const std::string& path) {
  Mesh mesh;
  try {
    const hdf5::QuietErrors quiet;
    std::vector<char> image(bytes.begin(), bytes.end());
    if (!bytes.starts_with("\x89HDF\r\n")) throw Error("this is not an HDF5 file");
    const Handle file = hdf5::open_image(image);
    read_grid(open_group(file, "VTKHDF", "give a VTKHDF file"), mesh);
    read_boundary(open_group(file, "partita", "give a file that airfoil --output wrote"), mesh);
  } catch (const Error& error) {
    throw Error(path, ": cannot be read: ", error.what());
  }
  Origin origin;
  origin.path = path;
  return {std::move(mesh), std::move(origin)};
}

}  // namespace partita::mesh
