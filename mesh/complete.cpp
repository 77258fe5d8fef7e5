#include <utility>

#include <partita/mesh/alone.hpp>
#include <partita/mesh/close_boundary.hpp>
#include <partita/mesh/complete.hpp>
#include <partita/mesh/draft.hpp>
#include <partita/mesh/find_edges.hpp>
#include <partita/mesh/orient_cells.hpp>

namespace partita::mesh {

void complete(Mesh& mesh, Origin origin) {
  alone([&](const Communicator& self) {
    Draft draft{std::move(mesh), std::move(origin)};
    level(self, draft);
    mesh = std::move(draft.mesh);
    mesh.vertices = std::ssize(mesh.points);
    orient_cells(mesh, draft.origin);
    const VertexRange all{0, mesh.vertices};
    close_boundary(self, mesh, draft.origin, all);
    mesh.edges = find_edges(mesh, all);
  });
}

}  // namespace partita::mesh
