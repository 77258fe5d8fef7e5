#include <span>

#include <partita/mesh/consecutive_shares.hpp>
#include <partita/mesh/drop_unused.hpp>
#include <partita/mesh/renumber_share.hpp>
#include <partita/support/collectively.hpp>

namespace partita::mesh {
namespace {

std::vector<global_index> corners_of_faces(const Mesh& mesh) {
  std::vector<global_index> vertices;
  for (const BoundaryFace& face : mesh.boundary)
    for (const global_index v : std::span(face.vertices).first(mesh.dimension == 2 ? 2 : 4))
      if (v >= 0) vertices.push_back(v);
  return vertices;
}

}  // namespace

void renumber(const Communicator& comm, Mesh& mesh, const Origin& origin,
              const std::vector<global_index>& numbers_of_points) {
  const ConsecutiveShares points(Peers(&comm), numbers_of_points.size());
  const Fetched number(points, numbers_of_points, {mesh.cell_vertices, corners_of_faces(mesh)});
  collectively(comm, [&] { renumber(mesh, origin, [&](global_index v) { return number[v]; }); });
}

}  // namespace partita::mesh
