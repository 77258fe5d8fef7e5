#include <numeric>

#include <partita/mesh/mesh.hpp>
#include <partita/support/error.hpp>

namespace partita::mesh {

std::string inner_faces_in_words(const Mesh& mesh) {
  std::string markers;
  for (std::size_t marker = 0; marker < mesh.inner_faces.size(); ++marker)
    if (mesh.inner_faces[marker] > 0) markers += (markers.empty() ? "" : ", ") + mesh.markers[marker];
  if (markers.empty()) return "";
  const auto count = std::accumulate(mesh.inner_faces.begin(), mesh.inner_faces.end(), global_index{0});
  return text(count,
              count == 1 ? " boundary face between two cells is" : " boundary faces between two cells are",
              " left out: ", markers);
}

}  // namespace partita::mesh
