#pragma once
/// \file Schedules of the whole machine, or one rank's part of them; forward and backward.

#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/phase_table.hpp>
#include <partita/schedule/schedule_options.hpp>
#include <partita/support/communicator.hpp>

namespace partita {

/// The phase tables of all ranks side by side: to verify, to draw, to predict. A replay needs only the table
/// of its own rank.
struct Schedule {
  ScheduleOptions options;         ///< of the making
  std::vector<PhaseTable> tables;  ///< by rank; all with the same number of phases

  int phases() const { return tables.empty() ? 0 : tables.front().phases; }
};

/// Schedules the whole machine. The same matrix and options give the same schedule on every rank, compiler
/// and library.
///
/// @throws Error if the options are impossible for this many ranks
///
/// Not collective.
Schedule make_schedule(const CommunicationMatrix& matrix, const ScheduleOptions& options);

/// Makes the schedule of the opposite messages (ghosts -> owner from owner -> ghosts): the same phases in
/// reverse order. It schedules the transposed matrix anew if the algorithm is local, and if the algorithm
/// avoids link contention but the reversed routes of a phase share a link. A schedule with copies is made
/// anew without: the contributions of all ghosts differ, and each travels to the owner, which alone adds.
///
/// @param matrix of the given schedule
///
/// Not collective.
Schedule reverse(const Schedule& schedule, const CommunicationMatrix& matrix);

/// One rank's part of a schedule and of its reverse.
struct PhaseTables {
  PhaseTable forward;
  PhaseTable backward;

  bool operator==(const PhaseTables&) const = default;
};

/// Makes this rank's part of the schedule and of its reverse. Algorithms that need the whole matrix
/// concatenate it from the destination vectors; `distributed` and `two_stage` do not need it. `distributed`
/// checks the source vectors. Local algorithms, whose phases follow from the ranks alone, do not: a rank with
/// a wrong source vector waits for ever in the replay.
///
/// @param destinations of this rank
/// @param sources of this rank: see `source_vector`
/// @param options the same on every rank
/// @param indices of this rank's messages: see IndexRuns. Only an algorithm that sends shared values once
///   needs them
/// @throws CollectiveError if the options are impossible or differ between ranks
///
/// Collective. Source: NICE, section 4.
PhaseTables make_phase_tables(const Communicator& comm, const DestinationVector& destinations,
                              const SourceVector& sources, const ScheduleOptions& options,
                              const IndexRuns& indices = {});

namespace detail {

/// The same of options that are known to be possible, and the same on every rank.
PhaseTables phase_tables(const Communicator& comm, const DestinationVector& destinations,
                         const SourceVector& sources, const ScheduleOptions& options,
                         const IndexRuns& indices);

}  // namespace detail

/// Makes the same tables from the whole matrix.
///
/// @throws Error if the options are impossible for this many ranks
///
/// Not collective.
PhaseTables make_phase_tables(const CommunicationMatrix& matrix, int rank, const ScheduleOptions& options);

}  // namespace partita
