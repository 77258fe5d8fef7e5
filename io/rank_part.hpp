#pragma once
/// \file One rank's part of a schedule file, which rank 0 sends to that rank.

#include <cstdint>
#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/schedule.hpp>
#include <partita/support/sparse_exchange.hpp>

namespace partita {

struct RankPart {
  ScheduleOptions options;
  PhaseTables tables;
  DestinationVector destinations;  ///< its row of the file's matrix
  IndexRuns indices;               ///< of that row
  SourceVector sources;            ///< its column
};

/// A parcel for each rank. Not collective.
std::vector<Parcel<std::int64_t>> packed_parts(const CommunicationMatrix& matrix, const Schedule& forward,
                                               const Schedule& backward);

/// The part that a parcel contains, of a schedule for `ranks` ranks. Not collective.
RankPart unpacked(const std::vector<std::int64_t>& parcel, int ranks);

}  // namespace partita
