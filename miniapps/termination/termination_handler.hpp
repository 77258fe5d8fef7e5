#pragma once
/// \file A rank that is ended from outside says what it waited for.

#include <partita/support/communicator.hpp>

namespace partita {

/// Writes one line on stderr when this rank is ended while the object lives:
///
///     rank 2 was ended while it waited for 320 bytes from rank 1 in phase 3 of the gather of pattern ...
///
/// SIGTERM ends a rank: launchers send it when another rank has died, when one has called MPI_Abort, and when
/// the job's time is up. The signal then does what it did before. std::terminate ends a rank, too, after an
/// exception without a handler; MPI_Abort then ends the other ranks.
///
/// Launchers send SIGCONT first, in case a rank is stopped. Open MPI's sends SIGKILL so soon after SIGTERM
/// that not every rank gets a processor in between. A rank therefore answers SIGCONT with the same line
/// ("rank 2 was sent SIGCONT while ..."), and is then silent at SIGTERM. With more ranks than processors, a
/// rank may still be killed before it writes. A job that is really stopped and continued writes the line, and
/// goes on.
///
/// For an application's `main`, not for libraries: signals and std::terminate belong to the whole process.
/// The handlers read only what `UnderWay` lets be read at any moment. Replays cost what they cost without
/// them.
class TerminationHandler {
 public:
  /// Made by the thread that replays. Not collective.
  /// @throws Error if the process has one already.
  explicit TerminationHandler(const Communicator& comm);
  TerminationHandler(const TerminationHandler&) = delete;
  TerminationHandler& operator=(const TerminationHandler&) = delete;
  ~TerminationHandler();

 private:
  Communicator comm_;
};

}  // namespace partita
