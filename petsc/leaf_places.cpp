#include <algorithm>
#include <cstddef>

#include <partita/petsc/leaf_places.hpp>

namespace partita::petsc {

LeafPlaces::LeafPlaces(const StarForest& forest) {
  constexpr local_index nowhere = -1;
  const AccessPattern& pattern = forest.pattern;
  ghosts.assign(static_cast<std::size_t>(pattern.ghosts()), nowhere);
  for (std::size_t leaf = 0; leaf < forest.roots.size(); ++leaf) {
    const local_index root = forest.roots[leaf], place = forest.places[leaf];
    end = std::max(end, place + 1);
    if (root < pattern.owned()) {
      own.push_back({root, place});
      continue;
    }
    const local_index ghost = root - pattern.first_ghost();
    local_index& first = ghosts[static_cast<std::size_t>(ghost)];
    if (first == nowhere)
      first = place;
    else
      further.push_back({ghost, place});
  }
  const auto breaks = [](local_index one, local_index next) { return next != one + 1; };
  in_one_piece = std::ranges::adjacent_find(ghosts, breaks) == ghosts.end();
}

}  // namespace partita::petsc
