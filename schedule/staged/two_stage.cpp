#include <algorithm>
#include <cstddef>
#include <utility>

#include <partita/schedule/direct/fixed_phases.hpp>
#include <partita/schedule/message.hpp>
#include <partita/schedule/staged/two_stage.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/sparse_exchange.hpp>

namespace partita::detail {

namespace {

// Pieces by the rank that gets them.
using Parcels = std::vector<std::vector<Piece>>;

std::vector<Parcel<Piece>> messages_of(Parcels parcels) {
  std::vector<Parcel<Piece>> messages;
  for (std::size_t rank = 0; rank < parcels.size(); ++rank)
    if (!parcels[rank].empty()) messages.push_back({static_cast<int>(rank), std::move(parcels[rank])});
  return messages;
}

// Figure 7: parcel k has part k of each message of the rank.
Parcels divide(int rank, int ranks, const DestinationVector& destinations) {
  Parcels parcels(ranks);
  // The intermediary that gets the next unit of a remainder. The first one falls as the rank rises: so of the
  // remainders for one target, those that come from one distance each meet another intermediary.
  int dealt_next = ranks - 1 - rank;
  for (const auto [to, length] : destinations) {
    if (to == rank) continue;
    Units offset = 0;
    const auto give = [&, target = to](int first, int end, Units part) {
      if (part == 0) return;
      for (int k = first; k < end; ++k, offset += part) parcels[k].push_back({rank, target, offset, part});
    };
    const Units part = length / ranks;
    const int dealt_end = dealt_next + static_cast<int>(length % ranks);  // may go on at 0
    give(0, dealt_end - ranks, part + 1);
    give(std::max(dealt_end - ranks, 0), dealt_next, part);
    give(dealt_next, std::min(dealt_end, ranks), part + 1);
    give(dealt_end, ranks, part);
    dealt_next = dealt_end % ranks;
  }
  return parcels;
}

// What a rank sends to intermediaries, and what it keeps because it is the intermediary.
std::pair<std::vector<Parcel<Piece>>, std::vector<Piece>> to_intermediaries(
    int rank, int ranks, const DestinationVector& destinations) {
  Parcels parcels = divide(rank, ranks, destinations);
  std::vector<Piece> kept = std::exchange(parcels[rank], {});
  for (const auto [to, length] : destinations)
    if (to == rank) parcels[rank] = direct(rank, rank, length);
  return {messages_of(std::move(parcels)), std::move(kept)};
}

// Figure 8: what an intermediary sends on to targets.
std::vector<Parcel<Piece>> to_targets(int rank, int ranks, const std::vector<Piece>& kept,
                                      const std::vector<Parcel<Piece>>& arrived) {
  Parcels parcels(ranks);
  const auto pass_on = [&](const std::vector<Piece>& pieces) {
    for (const Piece& piece : pieces)
      if (piece.target != rank) parcels[piece.target].push_back(piece);
  };
  pass_on(kept);
  for (const auto& [origin, pieces] : arrived) pass_on(pieces);
  return messages_of(std::move(parcels));
}

// The sends of some ranks, by rank.
using Outgoing = std::vector<std::vector<Parcel<Piece>>>;

// The tables of ranks `first_rank` and on, as many as there are rows. `exchange` brings their sends to the
// receivers and returns what these ranks receive; `most` is the maximum over all ranks.
template <class Exchange, class Most>
std::vector<PhaseTable> tables_of(int first_rank, int ranks, const std::vector<DestinationVector>& rows,
                                  Exchange&& exchange, Most&& most) {
  const auto rank_of = [=](std::size_t k) { return first_rank + static_cast<int>(k); };
  const PairwiseSteps steps{ranks};
  std::vector<PhaseTable> tables(rows.size());
  const auto append = [&](Outgoing sends, Outgoing receives) {
    int phases = steps.count();
    for (std::size_t k = 0; k < tables.size(); ++k) {
      PhaseTable& table = tables[k];
      for (auto& [to, pieces] : sends[k]) {
        const int phase = steps.phase(rank_of(k), to);
        table.sends.push_back({table.phases + phase, to, std::move(pieces)});
        phases = std::max(phases, phase + 1);
      }
      for (auto& [from, pieces] : receives[k])
        table.receives.push_back({table.phases + steps.phase(from, rank_of(k)), from, std::move(pieces)});
      for (auto* transfers : {&table.sends, &table.receives}) sort_by_phase(*transfers);
    }
    phases = most(phases);
    for (PhaseTable& table : tables) table.phases += phases;
  };

  Outgoing divided, passed_on;
  std::vector<std::vector<Piece>> kept;
  for (const DestinationVector& row : rows) {
    auto [sends, own] = to_intermediaries(rank_of(kept.size()), ranks, row);
    divided.push_back(std::move(sends));
    kept.push_back(std::move(own));
  }
  Outgoing arrived = exchange(divided);
  for (std::size_t k = 0; k < rows.size(); ++k)
    passed_on.push_back(to_targets(rank_of(k), ranks, kept[k], arrived[k]));
  append(std::move(divided), std::move(arrived));
  Outgoing brought = exchange(passed_on);
  append(std::move(passed_on), std::move(brought));
  return tables;
}

}  // namespace

PhaseTable two_stage(const Communicator& comm, const DestinationVector& destinations) {
  const auto exchange = [&](const Outgoing& sends) { return Outgoing{sparse_exchange(comm, sends.front())}; };
  const auto most = [&](int phases) { return max(comm, phases); };
  return std::move(
      tables_of(comm.rank(), comm.size(), {checked(comm, destinations)}, exchange, most).front());
}

std::vector<PhaseTable> two_stage(const CommunicationMatrix& matrix) {
  std::vector<DestinationVector> rows;
  for (int rank = 0; rank < matrix.ranks(); ++rank) rows.push_back(matrix.destinations(rank));
  return tables_of(0, matrix.ranks(), rows, deliver<Piece>, [](int phases) { return phases; });
}

}  // namespace partita::detail
