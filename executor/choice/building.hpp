#pragma once
/// \file The S of S/R + C: what it costs to build a schedule.

#include <partita/schedule/algorithms.hpp>
#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/machine.hpp>

namespace partita {

/// Seconds until every rank has its phase table of this algorithm, on this machine. Two parts:
///
/// * the matrix is concatenated, unless the algorithm is local or distributed: log2 n rounds of messages, and
///   16 bytes for each message of the machine into every rank (NICE, section 4.1);
/// * the schedule is made: so many nanoseconds for each message of the matrix, times Costs::slowdown; of a
///   local algorithm, for each message of a rank; `distributed` asks and answers about twice a message.
///
/// The nanoseconds are rounded from what `bench/schedule_build` shows between 64 and 1024 ranks with 4 to 32
/// messages each, where they vary by a factor of two. A model and no measurement, so that every rank, and
/// every run, comes to the same choice.
double building_seconds(Algorithm algorithm, const CommunicationMatrix& matrix, const Machine& machine);

}  // namespace partita
