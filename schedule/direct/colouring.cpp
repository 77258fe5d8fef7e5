#include <utility>

#include <partita/schedule/direct/colouring.hpp>
#include <partita/schedule/direct/occupancy.hpp>
#include <partita/schedule/message.hpp>

namespace partita::detail {

namespace {

// The first of the phases from `first` on, round and round, for which is_free(phase); or Occupancy::none.
template <class IsFree>
int free_phase(int first, int phases, IsFree&& is_free) {
  int phase = first % phases;
  for (int k = 0; k < phases; ++k, phase = phase + 1 < phases ? phase + 1 : 0)
    if (is_free(phase)) return phase;
  return Occupancy::none;
}

// The messages on the path that begins at an end with phase `a` and goes on in `b` and `a` by turns exchange
// the two.
void exchange_phases(const std::vector<Item>& items, Occupancy& occupancy, int end, int a, int b) {
  std::vector<int> path;
  for (int phase = a, other = b;; std::swap(phase, other)) {
    const int message = occupancy.user(end, phase);
    if (message == Occupancy::none) break;
    path.push_back(message);
    const std::vector<int>& ends = items[message].resources;
    end = ends[0] == end ? ends[1] : ends[0];
  }
  for (const int message : path) occupancy.remove(message);
  for (const int message : path) {
    occupancy.put(message, b);
    std::swap(a, b);
  }
}

}  // namespace

std::vector<int> colours_of(const CommunicationMatrix& matrix) {
  const std::vector<Item> items = items_of(matrix, {}, false);
  const int phases = matrix.degree();
  Occupancy occupancy(items, 2 * static_cast<std::size_t>(matrix.ranks()));
  for (int phase = 0; phase < phases; ++phase) occupancy.append_phase();
  for (int message = 0; message < static_cast<int>(items.size()); ++message) {
    const int sender = items[message].resources[0], receiver = items[message].resources[1];
    const auto free_from_step = [&](auto is_free) { return free_phase(receiver - sender, phases, is_free); };
    const auto free_at = [&](int end) {
      return free_from_step([&](int phase) { return occupancy.user(end, phase) == Occupancy::none; });
    };
    int phase = free_from_step([&](int at) { return occupancy.fits(message, at); });
    if (phase == Occupancy::none) {
      phase = free_at(sender);
      exchange_phases(items, occupancy, receiver, phase, free_at(receiver));
    }
    occupancy.put(message, phase);
  }
  return occupancy.phase_of();
}

std::vector<PhaseTable> colouring(const CommunicationMatrix& matrix) {
  return tables_in_phases(matrix, colours_of(matrix), matrix.degree());
}

}  // namespace partita::detail
