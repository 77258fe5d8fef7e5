// A share's rows begin behind those of the shares before it. Offsets has a row more than there are cells:
// where each cell's vertices begin, and where the last one's end, which the last share writes.
#include <algorithm>

#include <partita/mesh/cell_shapes.hpp>
#include <partita/mesh/element_types.hpp>
#include <partita/mesh/vtkhdf_grid.hpp>
#include <partita/support/reduce.hpp>

namespace partita::mesh {
namespace {

// The vertices of cells in VTK's order; empty if it is that of the share.
std::vector<global_index> mirrored_vertices(const Mesh& share) {
  std::vector<global_index> mirrored;
  if (std::ranges::count(share.cells, CellType::prism) == 0) return mirrored;
  mirrored = share.cell_vertices;
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

Grid::Grid(const Mesh& share, const GridPlaces& places)
    : share_(share),
      places_(places),
      points_(static_cast<global_index>(places.points.all)),
      cells_(static_cast<global_index>(places.cells.all)),
      ids_(static_cast<global_index>(places.ids.all)),
      mirrored_(mirrored_vertices(share)) {
  auto offset = static_cast<std::int64_t>(places.ids.first);
  offsets_.reserve(share.cells.size() + 1);
  types_.reserve(share.cells.size());
  for (const CellType cell : share.cells) {
    offsets_.push_back(offset);
    offset += vertices_of(cell);
    types_.push_back(static_cast<std::uint8_t>(type_of(cell).vtk));
  }
  if (places.is_last) offsets_.push_back(offset);

  for (const BoundaryFace& face : share.boundary) {
    const auto columns = std::span(face.vertices).first(static_cast<std::size_t>(places.face_columns));
    face_vertices_.insert(face_vertices_.end(), columns.begin(), columns.end());
    face_markers_.push_back(face.marker);
  }
}

void Grid::add_to(hdf5::Tables& tables) const {
  const std::span coordinates(reinterpret_cast<const double*>(share_.points.data()),
                              3 * share_.points.size());
  const auto number = [&](const char* name, const global_index& value) {
    tables.add<global_index>(name, std::span(&value, places_.is_last ? 1 : 0), {0, 1});
  };
  tables.add<double>("VTKHDF/Points", coordinates, places_.points, 3);
  tables.add<global_index>("VTKHDF/Connectivity", mirrored_.empty() ? share_.cell_vertices : mirrored_,
                           places_.ids);
  tables.add<std::int64_t>("VTKHDF/Offsets", offsets_, {places_.cells.first, places_.cells.all + 1});
  tables.add<std::uint8_t>("VTKHDF/Types", types_, places_.cells);
  tables.add<global_index>("partita/boundary_vertices", face_vertices_, places_.faces,
                           static_cast<hsize_t>(places_.face_columns));
  tables.add<std::int32_t>("partita/boundary_marker", face_markers_, places_.faces);
  number("VTKHDF/NumberOfPoints", points_);
  number("VTKHDF/NumberOfCells", cells_);
  number("VTKHDF/NumberOfConnectivityIds", ids_);
}

}  // namespace partita::mesh
