#pragma once
/// \file The S of S/R + C: what it costs to build a schedule.

#include <partita/schedule/algorithms.hpp>
#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/machine.hpp>

namespace partita::detail {

/// Predicts how long it takes until every rank has its phase table. Two parts:
///
/// * The ranks tell each other what they need to know. Most algorithms need the matrix: log2 n rounds of
///   messages, and 16 bytes for each message of the machine into every rank (NICE, section 4.1). Local ones
///   need nothing. `distributed` asks and answers about twice a message. `two_stage` sends the messages of
///   its two stages once, with 24 bytes for each piece.
/// * The algorithm makes the schedule. Its entry in schedule/algorithms.cpp says how many nanoseconds a
///   message takes; they are multiplied by Costs::slowdown. The messages are those of the matrix. If a rank
///   makes its table without the matrix, they are those of the busiest rank; of `two_stage`, its pieces.
///
/// The nanoseconds are rounded from measurements by `bench/schedule_build`, which vary by a factor of two. A
/// model and no measurement, so that every rank, and every run, makes the same choice.
///
/// @return seconds
///
/// Not collective.
double building_seconds(Algorithm algorithm, const CommunicationMatrix& matrix, const Machine& machine);

}  // namespace partita::detail
