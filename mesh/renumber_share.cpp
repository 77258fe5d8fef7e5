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

void renumber(const ConsecutiveShares& shares, const std::vector<global_index>& new_numbers, Mesh& mesh,
              const Origin& origin, std::span<global_index> others) {
  const Fetched number(shares, new_numbers, {mesh.cell_vertices, corners_of_faces(mesh), others});
  const auto number_of = [&](global_index v) { return number[v]; };
  std::ranges::transform(others, others.begin(), number_of);
  collectively(shares.comm(), [&] { renumber(mesh, origin, number_of); });
}

}  // namespace partita::mesh
