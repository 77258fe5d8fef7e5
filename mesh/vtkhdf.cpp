#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include <partita/mesh/cell_shapes.hpp>
#include <partita/mesh/element_types.hpp>
#include <partita/mesh/vtkhdf.hpp>
#include <partita/support/atomic_file.hpp>
#include <partita/support/error.hpp>

#include "hdf5/attribute.hpp"
#include "hdf5/image.hpp"

namespace partita::mesh {

namespace {

using hdf5::check, hdf5::Handle, hdf5::native, hdf5::write_attribute;

// A dataset of `columns` values a row; one column is a plain array.
template <class T>
void write(hid_t group, const std::string& name, std::span<const T> values, hsize_t columns = 1) {
  const std::array<hsize_t, 2> shape{values.size() / columns, columns};
  const Handle space(H5Screate_simple(columns == 1 ? 1 : 2, shape.data(), nullptr), H5Sclose);
  const Handle set(H5Dcreate2(group, name.c_str(), native<T>(), space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                   H5Dclose);
  if (!values.empty()) check(H5Dwrite(set, native<T>(), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()));
}

Handle group(hid_t parent, const char* name) {
  return {H5Gcreate2(parent, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose};
}

void write_grid(hid_t root, const Mesh& mesh) {
  std::vector<std::int64_t> offsets{0};
  std::vector<std::uint8_t> types;
  for (const CellType cell : mesh.cells) {
    offsets.push_back(offsets.back() + vertices_of(cell));
    types.push_back(static_cast<std::uint8_t>(type_of(cell).vtk));
  }
  std::vector<global_index> vertices = mesh.cell_vertices;
  for (std::size_t cell = 0; cell < mesh.cells.size(); ++cell)
    if (mesh.cells[cell] == CellType::prism)
      mirror(CellType::prism, std::span(vertices).subspan(offsets[cell], 6));
  const std::array<std::int64_t, 2> version{1, 0};
  write_attribute(root, "Version", native<std::int64_t>(), version.data(), version.size());
  write_attribute(root, "Type", std::string("UnstructuredGrid"));

  const auto count = [&](const char* name, std::size_t number) {
    write<std::int64_t>(root, name, std::array{static_cast<std::int64_t>(number)});
  };
  count("NumberOfPoints", mesh.points.size());
  count("NumberOfCells", mesh.cells.size());
  count("NumberOfConnectivityIds", mesh.cell_vertices.size());
  write<double>(root, "Points", {mesh.points.data()->data(), 3 * mesh.points.size()}, 3);
  write<std::int64_t>(root, "Connectivity", vertices);
  write<std::int64_t>(root, "Offsets", offsets);
  write<std::uint8_t>(root, "Types", types);
}

void write_fields(hid_t root, const Mesh& mesh, const Results& results) {
  const Handle points = group(root, "PointData");
  for (const auto& [name, components, values] : results.fields)
    write<double>(points, name, values, components);
  write<int>(points, "owner", results.owner);

  std::vector<int> cell_owner;
  for (std::size_t first = 0; const CellType cell : mesh.cells) {
    cell_owner.push_back(results.owner[mesh.cell_vertices[first]]);
    first += vertices_of(cell);
  }
  const Handle cells = group(root, "CellData");
  write<int>(cells, "owner", cell_owner);
}

void write_beside(hid_t beside, const Mesh& mesh, const Results& results) {
  std::vector<std::int64_t> vertices;
  std::vector<int> markers;
  const bool has_quadrilaterals =
      std::ranges::any_of(mesh.boundary, [](const BoundaryFace& face) { return face.corners().size() == 4; });
  const int columns = has_quadrilaterals ? 4 : mesh.dimension;
  for (const BoundaryFace& face : mesh.boundary) {
    vertices.insert(vertices.end(), face.vertices.begin(), face.vertices.begin() + columns);
    markers.push_back(face.marker);
  }
  write<std::int64_t>(beside, "boundary_vertices", vertices, columns);
  write<int>(beside, "boundary_marker", markers);
  for (const auto& [name, values] : results.on_boundary) write<int>(beside, "boundary_" + name, values);
  std::string names;
  for (const std::string& name : mesh.markers) names += (names.empty() ? "" : "\n") + name;
  write_attribute(beside, "markers", names);
  for (const auto& [name, value] : results.constants) write_attribute(beside, name, value);
}

}  // namespace

void write_vtkhdf(const std::filesystem::path& path, const Mesh& mesh, const Results& results) {
  const auto vertices = static_cast<std::size_t>(mesh.vertices);
  for (const auto& [name, components, values] : results.fields)
    if (values.size() != vertices * components)
      throw Error("field ", name, " has ", values.size(), " values; the mesh's ", vertices, " vertices need ",
                  components, " each");
  if (mesh.points.size() != vertices || results.owner.size() != vertices)
    throw Error("a mesh of ", vertices, " vertices needs a point and an owner for each to be written to ",
                path.string());

  for (const auto& [name, values] : results.on_boundary)
    if (values.size() != mesh.boundary.size())
      throw Error("boundary_", name, " has ", values.size(), " values; the mesh's boundary has ",
                  mesh.boundary.size(), " faces");

  AtomicFile file(path);
  const hdf5::QuietErrors quiet;
  try {
    const Handle image = hdf5::create_in_memory();
    const Handle root = group(image, "VTKHDF");
    write_grid(root, mesh);
    write_fields(root, mesh, results);
    write_beside(group(image, "partita"), mesh, results);
    hdf5::write_image(image, file.temporary());
  } catch (const Error& error) {
    throw Error("cannot write ", path.string(), ": ", error.what());
  }
  file.commit();
}

}  // namespace partita::mesh
