#pragma once
/// \file The S of S/R + C: what it costs to build a schedule.

#include <partita/schedule/algorithms.hpp>
#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/machine.hpp>

namespace partita::detail {

/// Predicts how long it takes until every rank has its phase table. Two parts:
///
/// * The ranks concatenate the matrix, unless the algorithm is local or negotiates: log2 n rounds of
///   messages, and 16 bytes for each message of the machine into every rank (NICE, section 4.1).
/// * The algorithm makes the schedule. Its entry in schedule/algorithms.cpp says how many nanoseconds a
///   message takes; they are multiplied by Costs::slowdown. The messages are those of the matrix; of a local
///   algorithm, and of one that negotiates, those of the busiest rank. `distributed` asks and answers about
///   twice a message.
///
/// The nanoseconds are rounded from measurements by `bench/schedule_build`, which vary by a factor of two. A
/// model and no measurement, so that every rank, and every run, makes the same choice.
///
/// @return seconds
///
/// Not collective.
double building_seconds(Algorithm algorithm, const CommunicationMatrix& matrix, const Machine& machine);

}  // namespace partita::detail
