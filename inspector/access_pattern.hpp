#pragma once
/// \file Access pattern: what the inspector finds out about a loop, and all that the executor needs to know.

#include <memory>
#include <span>
#include <vector>

#include <partita/support/communicator.hpp>
#include <partita/support/types.hpp>

namespace partita {

/// Owned values that one neighbour holds as ghosts, in the order of its ghosts.
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

/// Per neighbour: which owned values it needs, and which ghosts it fills. Both ascend by neighbour; a rank is
/// never its own neighbour. Local order: `owned` values, then the ghosts grouped by owner, so that what one
/// owner sends lands in one piece. Immutable; copies share it.
class AccessPattern {
 public:
  /// Ghost runs must follow one another without gaps behind the owned values. Not collective.
  AccessPattern(const Communicator& comm, local_index owned, std::vector<NeededBy> needed_by,
                std::vector<GhostRun> ghost_runs);

  const Communicator& communicator() const { return pattern_->comm; }
  local_index owned() const { return pattern_->owned; }
  local_index ghosts() const { return pattern_->ghosts; }
  local_index local_size() const { return owned() + ghosts(); }
  std::span<const NeededBy> needed_by() const { return pattern_->needed_by; }
  std::span<const GhostRun> ghost_runs() const { return pattern_->ghost_runs; }

 private:
  struct Pattern {
    Communicator comm;
    local_index owned;
    local_index ghosts;
    std::vector<NeededBy> needed_by;
    std::vector<GhostRun> ghost_runs;
  };
  std::shared_ptr<const Pattern> pattern_;
};

}  // namespace partita
