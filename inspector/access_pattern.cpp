#include <partita/inspector/access_pattern.hpp>

namespace partita {

AccessPattern::AccessPattern(Communicator comm, local_index owned, std::vector<NeededBy> needed_by,
                             std::vector<GhostRun> ghost_runs)
    : comm_(std::move(comm)), owned_(owned), needed_by_(std::move(needed_by)), ghost_runs_(std::move(ghost_runs)) {
  for (const GhostRun& run : ghost_runs_) ghosts_ += run.length;
}

}  // namespace partita
