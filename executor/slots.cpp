#include <algorithm>

#include <partita/executor/slots.hpp>

namespace partita {

std::optional<std::vector<Slot>> slots(const std::vector<Transfer>& transfers,
                                       std::span<const Place> places) {
  std::vector<Slot> slots;
  std::size_t planned = 0, expected = 0;
  for (const Place& place : places) expected += place.length;
  for (const auto& [phase, partner, pieces] : transfers) {
    const auto place =
        std::lower_bound(places.begin(), places.end(), partner,
                         [](const Place& candidate, int rank) { return candidate.rank < rank; });
    if (place == places.end() || place->rank != partner || pieces.size() != 1) return std::nullopt;
    const auto offset = static_cast<std::size_t>(pieces.front().offset);
    const auto length = static_cast<std::size_t>(pieces.front().length);
    if (offset > place->length || length > place->length - offset) return std::nullopt;
    slots.push_back({phase, partner, place->first + offset, length, place->buffer});
    planned += length;
  }
  if (planned != expected) return std::nullopt;
  return slots;
}

}  // namespace partita
