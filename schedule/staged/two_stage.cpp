#include <map>
#include <utility>
#include <vector>

#include <partita/schedule/staged/two_stage.hpp>
#include <partita/support/random.hpp>

namespace partita::detail {

namespace {

// The parts of a rank's messages: parcel k, with parts of all messages, goes to one intermediary.
using Parcels = std::vector<std::vector<Piece>>;

Parcels divide(int rank, int parts, const DestinationVector& destinations) {
  Parcels parcels(parts);
  // The intermediary that gets the next unit of a remainder. Each rank begins with itself: else the first
  // intermediaries would get the remainders of all ranks.
  int dealt_next = rank;
  for (const auto [to, length] : destinations) {
    if (to == rank) continue;
    const auto remainder = static_cast<int>(length % parts);
    Units offset = 0;
    for (int k = 0; k < parts; ++k) {
      const bool dealt = (k - dealt_next + parts) % parts < remainder;
      if (const Units part = length / parts + dealt; part > 0) {
        parcels[k].push_back({rank, to, offset, part});
        offset += part;
      }
    }
    dealt_next = (dealt_next + remainder) % parts;
  }
  return parcels;
}

// Permutes parcels of the same length among themselves.
void shuffle_equals(Parcels& parcels, Random& random) {
  std::map<Units, std::vector<std::size_t>> of_length;
  for (std::size_t k = 0; k < parcels.size(); ++k) of_length[length(parcels[k])].push_back(k);
  for (const auto& [units, places] : of_length)
    for (std::size_t left = places.size(); left > 1; --left)
      std::swap(parcels[places[left - 1]], parcels[places[random.below(static_cast<std::uint32_t>(left))]]);
}

}  // namespace

std::vector<PhaseTable> two_stage(const CommunicationMatrix& matrix, const DirectScheduler& first,
                                  const DirectScheduler& second, std::uint64_t seed) {
  const int ranks = matrix.ranks();
  Random random(seed);
  Stage to_intermediaries, to_targets;
  for (int origin = 0; origin < ranks; ++origin) {
    for (const auto [to, length] : matrix.destinations(origin))
      if (to == origin) to_intermediaries.hand_on(origin, origin, {origin, origin, 0, length});

    Parcels parcels = divide(origin, ranks, matrix.destinations(origin));
    shuffle_equals(parcels, random);
    for (int intermediary = 0; intermediary < ranks; ++intermediary)
      for (const Piece& piece : parcels[intermediary]) {
        if (origin != intermediary) to_intermediaries.hand_on(origin, intermediary, piece);
        if (intermediary != piece.target) to_targets.hand_on(intermediary, piece.target, piece);
      }
  }

  TableBuilder schedule(ranks);
  const int between = to_intermediaries.schedule(first, ranks, 0, schedule);
  const int end = to_targets.schedule(second, ranks, between, schedule);
  return std::move(schedule).tables(end);
}

}  // namespace partita::detail
