#include <algorithm>
#include <numeric>

#include <partita/inspector/algebra.hpp>

namespace partita {

namespace {

local_index place_of(const Location& ghost, std::span<const AccessPattern> layout, int rank) {
  for (const AccessPattern& pattern : layout)
    if (const auto place = pattern.find(ghost)) return *place;
  throw Error("no pattern of the layout brings value ", ghost.index, " of rank ", ghost.rank, " to rank ",
              rank, ", which has it as a ghost; renumber only into patterns that cover all");
}

}  // namespace

std::vector<local_index> renumbering(const AccessPattern& part, std::span<const AccessPattern> layout) {
  for (const AccessPattern& pattern : layout) require_same_values(part, pattern);
  std::vector<local_index> places(part.local_size(), no_value);
  std::iota(places.begin(), places.begin() + part.owned(), local_index{0});
  std::transform(part.ghost_locations().begin(), part.ghost_locations().end(),
                 places.begin() + part.first_ghost(),
                 [&](const Location& ghost) { return place_of(ghost, layout, part.communicator().rank()); });
  return places;
}

std::vector<local_index> renumbering(const AccessPattern& part, const AccessPattern& whole) {
  return renumbering(part, std::span(&whole, 1));
}

}  // namespace partita
