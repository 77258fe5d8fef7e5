#include <algorithm>
#include <cmath>
#include <span>

#include <partita/mesh/cell_shapes.hpp>
#include <partita/mesh/check_draft.hpp>
#include <partita/mesh/element_types.hpp>
#include <partita/support/error.hpp>

namespace partita::mesh {
namespace {

void check_points(const Mesh& mesh, const Origin& origin) {
  for (std::size_t i = 0; i < mesh.points.size(); ++i)
    for (const double x : mesh.points[i])
      if (!std::isfinite(x)) throw Error(origin.point(i), "this point has a coordinate that is not finite");
}

void check_cells(const Mesh& mesh, const Origin& origin, global_index points) {
  std::size_t expected = 0;
  for (const CellType type : mesh.cells) expected += vertices_of(type);
  if (mesh.cell_vertices.size() != expected)
    throw Error(origin.whole(), "the cells need ", expected, " vertices and have ",
                mesh.cell_vertices.size());

  for_each_cell_of(mesh, [&](std::size_t cell, std::span<const global_index> vertices) {
    const ElementType& type = type_of(mesh.cells[cell]);
    if (type.dimension != mesh.dimension)
      throw Error(origin.cell(cell), "a mesh of ", mesh.dimension, " dimensions cannot have a ", type.name);
    for (const global_index v : vertices) {
      if (v < 0 || v >= points)
        throw Error(origin.cell(cell), "this ", type.name, " names vertex ", v,
                    ", but the vertices are 0 to ", points - 1);
      if (std::ranges::count(vertices, v) > 1)
        throw Error(origin.cell(cell), "this ", type.name, " names one of its vertices twice");
    }
  });
}

void check_boundary(const Mesh& mesh, const Origin& origin, global_index points) {
  for (std::size_t i = 0; i < mesh.boundary.size(); ++i) {
    const BoundaryFace& face = mesh.boundary[i];
    if (face.marker < 0 || face.marker >= std::ssize(mesh.markers))
      throw Error(origin.face(i), "this boundary face has marker ", face.marker, " of ", mesh.markers.size());
    const int corners = mesh.dimension == 3 && face.vertices[3] >= 0 ? 4 : mesh.dimension;
    for (int k = 0; k < corners; ++k)
      if (face.vertices[k] < 0 || face.vertices[k] >= points)
        throw Error(origin.face(i), "this boundary face names vertex ", face.vertices[k],
                    ", but the vertices are 0 to ", points - 1);
  }
}

}  // namespace

void check_draft(const Mesh& mesh, const Origin& origin, global_index points) {
  check_points(mesh, origin);
  check_cells(mesh, origin, points);
  check_boundary(mesh, origin, points);
}

}  // namespace partita::mesh
