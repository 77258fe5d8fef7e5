#pragma once
/// \file What a rank says when it is ended from outside.

#include <partita/support/communicator.hpp>

namespace partita {

/// As long as it lives, this rank writes one line on stderr when it is ended:
///
///     rank 2 was ended while it waited for 320 bytes from rank 1 in phase 3 of the gather of pattern ...
///
/// It is ended by SIGTERM, which launchers send to the other ranks when one has died, when one has called
/// MPI_Abort, and when the time of a job is up; then the signal does what it did before. Or by
/// std::terminate, because of an exception that nobody catches; then MPI_Abort ends the others too.
///
/// Launchers send SIGCONT first, in case a rank is stopped, and Open MPI's sends SIGKILL so soon after
/// SIGTERM that not every rank gets a processor in between. So SIGCONT makes a rank say the same, as "rank 2
/// was sent SIGCONT while ...", and once is enough. (On more ranks than processors, one or the other may
/// still be killed before it can speak.) A job that is really stopped and continued says so too, and goes on.
///
/// For an application's `main`, not for libraries: signals and std::terminate belong to the whole process, so
/// this is the one object that all of it shares. The handlers only read what `UnderWay` lets be read at any
/// moment, and write: whatever the rank does, it answers at once, and replays cost what they cost without.
class TerminationHandler {
 public:
  /// To be made by the thread that replays. Throws Error when there is one already. Not collective.
  explicit TerminationHandler(const Communicator& comm);
  TerminationHandler(const TerminationHandler&) = delete;
  TerminationHandler& operator=(const TerminationHandler&) = delete;
  ~TerminationHandler();

 private:
  Communicator comm_;
};

}  // namespace partita
