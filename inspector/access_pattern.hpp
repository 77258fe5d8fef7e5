#pragma once
/// \file Access pattern: what the inspector finds out about a loop, and all that the executor needs to know.

#include <span>
#include <vector>

#include <partita/support/communicator.hpp>
#include <partita/support/types.hpp>

namespace partita {

/// Owned values that one neighbour holds as ghosts, in the order of his ghosts.
struct NeededBy {
  int rank;
  std::vector<local_index> owned;
};

/// Consecutive ghosts that one neighbour owns.
struct GhostRun {
  int rank;
  local_index first;  ///< local index of the first of them
  local_index length;
};

/// Per neighbour: which owned values it needs, and which ghosts it fills. Both ascend by neighbour; a rank is never
/// its own neighbour. Local order: `owned` values, then `ghosts` ghosts grouped by owner, so that what one owner
/// sends lands in one piece.
class AccessPattern {
 public:
  AccessPattern(Communicator comm, local_index owned, std::vector<NeededBy> needed_by, std::vector<GhostRun> ghost_runs);

  const Communicator& communicator() const { return comm_; }
  local_index owned() const { return owned_; }
  local_index ghosts() const { return ghosts_; }
  local_index local_size() const { return owned_ + ghosts_; }
  std::span<const NeededBy> needed_by() const { return needed_by_; }
  std::span<const GhostRun> ghost_runs() const { return ghost_runs_; }

 private:
  Communicator comm_;
  local_index owned_;
  local_index ghosts_ = 0;
  std::vector<NeededBy> needed_by_;
  std::vector<GhostRun> ghost_runs_;
};

}  // namespace partita
