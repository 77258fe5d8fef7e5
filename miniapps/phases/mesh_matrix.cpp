#include "mesh_matrix.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace partita::phases {

namespace {

struct Ghost {
  int owner;
  int user;
  global_index vertex;

  auto operator<=>(const Ghost&) const = default;
};

}  // namespace

CommunicationMatrix mesh_matrix(std::span<const Edge> edges, std::span<const int> part_of, int ranks) {
  std::vector<Ghost> ghosts;
  for (const auto [a, b] : edges) {
    const int part_a = part_of[static_cast<std::size_t>(a)], part_b = part_of[static_cast<std::size_t>(b)];
    if (part_a == part_b) continue;
    ghosts.push_back({part_a, part_b, a});
    ghosts.push_back({part_b, part_a, b});
  }
  std::sort(ghosts.begin(), ghosts.end());
  ghosts.erase(std::unique(ghosts.begin(), ghosts.end()), ghosts.end());

  std::vector<DestinationVector> rows(static_cast<std::size_t>(ranks));
  for (const Ghost& ghost : ghosts) {
    DestinationVector& row = rows[static_cast<std::size_t>(ghost.owner)];
    if (row.empty() || row.back().rank != ghost.user) row.push_back({ghost.user, 0});
    ++row.back().length;
  }
  return CommunicationMatrix(std::move(rows));
}

}  // namespace partita::phases
