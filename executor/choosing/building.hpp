#pragma once
/// \file The S of S/R + C: what it costs to build a schedule.

#include <partita/schedule/algorithms.hpp>
#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/machine.hpp>

namespace partita::detail {

/// Predicts how long it takes until every rank has its phase table. Two parts:
///
/// * The ranks tell each other what they need to know. Most algorithms need the matrix: log2 n rounds of
///   messages, and all rows into every rank (NICE, section 4.1). A row has 16 bytes a message, or 8 bytes a
///   rank if that is less (Wang, Lin, Ranka 1993, section 3, for dense matrices). Local ones
///   need nothing. `distributed` asks and answers about twice a message. `two_stage` sends the messages of
///   its two stages once, with 24 bytes for each piece.
/// * The algorithm makes the schedule. Its entry in schedule/algorithm_entry.cpp says how many nanoseconds a
///   message takes; they are multiplied by Costs::slowdown. The messages are those of the matrix. If a rank
///   makes its table without the matrix, they are those of the busiest rank; of `two_stage`, its pieces.
///   Density has no term: a message of `rs_nh` costs about as much among 64 of a rank as among 4, because
///   rows are sorted arrays. (The papers' heaps cost log2 of that number: docs/papers.md, "Scheduling
///   costs".)
///
/// The nanoseconds are near the largest that `bench/schedule_build` measured for 64 to 1024 ranks with 4 to
/// 32 messages each, rounded. The least were a quarter to a half of them. A model and no measurement, so that
/// every rank, and every run, makes the same choice.
///
/// @param has_matrix  the rows are in every rank already
/// @return seconds
///
/// Not collective.
double building_seconds(Algorithm algorithm, const CommunicationMatrix& matrix, const Machine& machine,
                        bool has_matrix = false);

}  // namespace partita::detail
