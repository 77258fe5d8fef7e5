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

/// The order of a stage: the tables of some ranks for what they send and receive there, by any direct
/// algorithm, as if the two ends of a message owned its units. It may split messages. The ranks are all, or
/// this one of a communicator.
using StageOrder = std::function<std::vector<PhaseTable>(const std::vector<StageMessages>&)>;

/// Orders the messages of a stage and appends it to the tables of these ranks. Collective if `order` is.
void append(std::vector<PhaseTable>& tables, const StageOrder& order, std::vector<StageMessages> messages);

/// The pieces that ranks send each other within a stage, by (from, to), where one process knows them all.
/// Pieces for the same rank travel in one message.
using Stage = std::map<std::pair<int, int>, std::vector<Piece>>;

/// @return the messages of each rank
std::vector<StageMessages> by_rank(const Stage& stage, int ranks);

}  // namespace partita::detail
