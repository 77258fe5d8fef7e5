#pragma once
/// \file Stage: one step of a staged exchange, in which every rank passes on pieces that it holds.

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

/// Appends a stage to the tables of some ranks.
///
/// @param order their tables for what they send and receive in the stage, by a direct algorithm that splits
///   none, as if the two ends of a message owned its units
void append(std::vector<PhaseTable>& tables, const std::vector<PhaseTable>& order,
            std::vector<StageMessages> messages);

/// The pieces that ranks send each other within a stage, by (from, to), where one process knows them all.
/// Pieces for the same rank travel in one message.
using Stage = std::map<std::pair<int, int>, std::vector<Piece>>;

/// @return the messages of each rank
std::vector<StageMessages> by_rank(const Stage& stage, int ranks);

}  // namespace partita::detail
