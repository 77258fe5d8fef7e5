#include <partita/mesh/drop_unused.hpp>

namespace partita::mesh {

std::vector<global_index> drop_unused(std::vector<Point>& points, std::vector<std::int64_t>& positions,
                                      const std::vector<bool>& is_used, global_index first) {
  std::vector<global_index> number(points.size(), -1);
  std::size_t used = 0;
  for (std::size_t v = 0; v < number.size(); ++v) {
    if (!is_used[v]) continue;
    points[used] = points[v];
    if (!positions.empty()) positions[used] = positions[v];
    number[v] = first + static_cast<global_index>(used++);
  }
  points.resize(used);
  if (!positions.empty()) positions.resize(used);
  return number;
}

}  // namespace partita::mesh
