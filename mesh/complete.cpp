#include <partita/mesh/check_draft.hpp>
#include <partita/mesh/close_boundary.hpp>
#include <partita/mesh/complete.hpp>
#include <partita/mesh/drop_unused.hpp>
#include <partita/mesh/find_edges.hpp>
#include <partita/mesh/flatten.hpp>
#include <partita/mesh/orient_cells.hpp>
#include <partita/support/error.hpp>

namespace partita::mesh {
namespace {

void drop_unused_points(Mesh& mesh, Origin& origin) {
  std::vector<bool> is_used(mesh.points.size(), false);
  for (const global_index v : mesh.cell_vertices) is_used[v] = true;
  const std::vector<global_index> number = drop_unused(mesh.points, origin.points, is_used, 0);
  mesh.vertices = std::ssize(mesh.points);
  renumber(mesh, origin, [&](global_index v) { return number[v]; });
}

}  // namespace

void complete(Mesh& mesh, Origin origin) {
  if (mesh.cells.empty()) throw Error(origin.whole(), "the mesh has no cells");
  check_draft(mesh, origin, std::ssize(mesh.points));
  drop_unused_points(mesh, origin);
  if (mesh.dimension == 2) flatten(mesh.points, origin, extent_of(mesh.points));
  orient_cells(mesh, origin);
  const VertexRange all{0, mesh.vertices};
  close_boundary(mesh, origin, all);
  mesh.edges = find_edges(mesh, all);
}

}  // namespace partita::mesh
