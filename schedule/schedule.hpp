#pragma once
/// \file Schedules: of the whole machine from its communication matrix, or one rank's part of it; there and
/// back.

#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/phase_table.hpp>
#include <partita/schedule/schedule_options.hpp>
#include <partita/support/communicator.hpp>

namespace partita {

/// The phase tables of all ranks side by side. Exists where someone wants to verify, draw or predict; a
/// replay needs one rank's table only.
struct Schedule {
  ScheduleOptions options;         ///< it was made with
  std::vector<PhaseTable> tables;  ///< by rank; all with the same number of phases

  int phases() const { return tables.empty() ? 0 : tables.front().phases; }
};

/// Schedules the whole machine. No communication. The same matrix and options give the same schedule on every
/// rank, compiler and library. Throws Error when the options are impossible for this many ranks.
Schedule make_schedule(const CommunicationMatrix& matrix, const ScheduleOptions& options);

/// The schedule of the opposite messages, ghosts -> owner from owner -> ghosts: the same phases backwards.
/// The opposite matrix is scheduled anew instead where that costs nothing (local algorithms), and where the
/// algorithm keeps links free and the reversed routes of a phase would meet on one. No communication.
Schedule reverse(const Schedule& schedule, const CommunicationMatrix& matrix);

/// One rank's part of a schedule and of its reverse.
struct PhaseTables {
  PhaseTable forward;
  PhaseTable backward;

  bool operator==(const PhaseTables&) const = default;
};

/// This rank's part of the schedule and of its reverse, from its destination vector and source vector (see
/// `source_vector`): what NICE's scheduling primitives return. Algorithms that need the whole matrix
/// concatenate it first, and use nothing else. `distributed` checks the source vectors. The local algorithms
/// (`is_local`) believe them: whoever gives a wrong one will hang in the replay, waiting for messages that
/// nobody sends. Collective; every rank gives the same options. Throws CollectiveError when they are
/// impossible.
PhaseTables make_phase_tables(const Communicator& comm, const DestinationVector& destinations,
                              const SourceVector& sources, const ScheduleOptions& options);

/// The same where every rank has the whole matrix already. Not collective. Throws Error when the options are
/// impossible for this many ranks.
PhaseTables make_phase_tables(const CommunicationMatrix& matrix, int rank, const ScheduleOptions& options);

}  // namespace partita
