#pragma once
/// \file Stage: one step of a staged exchange, in which every rank passes on pieces that it holds.

#include <functional>
#include <map>
#include <utility>
#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/phase_table.hpp>
#include <partita/support/sparse_exchange.hpp>

namespace partita::detail {

/// One rank's messages of a stage, with their pieces; ascending by the rank at the other end.
struct StageMessages {
  std::vector<Parcel<Piece>> sends, receives;
};

/// @return units by the rank at the other end, as a direct algorithm takes them
std::vector<MatrixEntry> lengths(const std::vector<Parcel<Piece>>& messages);

/// One rank's part of the order of a stage: its table for what it sends and receives there, by any direct
/// algorithm, as if the two ends of a message owned its units. It may split messages.
using StageOrder = std::function<PhaseTable(const DestinationVector&, const SourceVector&)>;

/// Orders the messages of a stage and appends it to one rank's table. Collective if `order` is.
void append(PhaseTable& table, const StageOrder& order, StageMessages messages);

/// The same order for all ranks: their tables for a matrix.
using DirectScheduler = std::function<std::vector<PhaseTable>(const CommunicationMatrix&)>;

/// Appends a stage to the tables of all ranks. All lists are by rank.
void append(std::vector<PhaseTable>& tables, const DirectScheduler& order,
            std::vector<StageMessages> messages);

/// The pieces that ranks send each other within a stage, where one process knows them all. Pieces for the
/// same rank travel in one message.
class Stage {
 public:
  /// By (from, to).
  using Contents = std::map<std::pair<int, int>, std::vector<Piece>>;

  void hand_on(int from, int to, const Piece& piece) { contents_[{from, to}].push_back(piece); }

  const Contents& contents() const { return contents_; }

  /// @return the messages of each rank
  std::vector<StageMessages> by_rank(int ranks) const;

 private:
  Contents contents_;
};

}  // namespace partita::detail
