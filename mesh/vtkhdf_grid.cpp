// A share's rows begin behind those of the shares before it. Offsets has a row more than there are cells:
// where each cell's vertices begin, and where the last one's end, which the last share writes.
#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include <partita/mesh/cell_shapes.hpp>
#include <partita/mesh/element_types.hpp>
#include <partita/mesh/vtkhdf_grid.hpp>
#include <partita/support/reduce.hpp>

namespace partita::mesh {
namespace {

// The vertices of cells in VTK's order.
std::vector<global_index> mirrored_vertices(const Mesh& share) {
  std::vector<global_index> mirrored = share.cell_vertices;
  auto first = mirrored.begin();
  for (const CellType cell : share.cells) {
    const auto last = first + vertices_of(cell);
    if (cell == CellType::prism) mirror(cell, {first, last});
    first = last;
  }
  return mirrored;
}

}  // namespace

GridPlaces places_of(const Communicator& comm, const Mesh& share) {
  const bool has_quadrilaterals = std::ranges::any_of(
      share.boundary, [](const BoundaryFace& face) { return face.corners().size() == 4; });
  return {hdf5::place_of(comm, share.points.size()),           hdf5::place_of(comm, share.cells.size()),
          hdf5::place_of(comm, share.cell_vertices.size()),    hdf5::place_of(comm, share.boundary.size()),
          max(comm, has_quadrilaterals ? 4 : share.dimension), comm.rank() == comm.size() - 1};
}

void add_grid(hdf5::Tables& tables, const Mesh& share, const GridPlaces& places) {
  std::vector<std::int64_t> offsets;
  std::vector<std::uint8_t> types;
  std::int64_t offset = places.ids.first;
  offsets.reserve(share.cells.size() + 1);
  types.reserve(share.cells.size());
  for (const CellType cell : share.cells) {
    offsets.push_back(offset);
    offset += vertices_of(cell);
    types.push_back(static_cast<std::uint8_t>(type_of(cell).vtk));
  }
  if (places.is_last) offsets.push_back(offset);

  std::vector<global_index> face_vertices;
  std::vector<std::int32_t> face_markers;
  for (const BoundaryFace& face : share.boundary) {
    const auto columns = std::span(face.vertices).first(static_cast<std::size_t>(places.face_columns));
    face_vertices.insert(face_vertices.end(), columns.begin(), columns.end());
    face_markers.push_back(face.marker);
  }

  const std::span coordinates(reinterpret_cast<const double*>(share.points.data()), 3 * share.points.size());
  tables.add<double>("VTKHDF/Points", coordinates, places.points, 3);
  if (std::ranges::count(share.cells, CellType::prism) > 0)
    tables.add("VTKHDF/Connectivity", mirrored_vertices(share), places.ids);
  else
    tables.add<global_index>("VTKHDF/Connectivity", share.cell_vertices, places.ids);
  tables.add("VTKHDF/Offsets", std::move(offsets), {places.cells.first, places.cells.all + 1});
  tables.add("VTKHDF/Types", std::move(types), places.cells);
  tables.add("partita/boundary_vertices", std::move(face_vertices), places.faces,
             static_cast<hsize_t>(places.face_columns));
  tables.add("partita/boundary_marker", std::move(face_markers), places.faces);
  const auto add_number = [&](const char* name, global_index number) {
    tables.add(name, std::vector<global_index>(places.is_last ? 1 : 0, number), {0, 1});
  };
  add_number("VTKHDF/NumberOfPoints", places.points.all);
  add_number("VTKHDF/NumberOfCells", places.cells.all);
  add_number("VTKHDF/NumberOfConnectivityIds", places.ids.all);
}

}  // namespace partita::mesh
