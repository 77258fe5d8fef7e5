#include <partita/inspector/access_pattern.hpp>
#include <partita/support/error.hpp>

namespace partita {

AccessPattern::AccessPattern(const Communicator& comm, local_index owned, std::vector<NeededBy> needed_by,
                             std::vector<GhostRun> ghost_runs) {
  std::int64_t next = owned;
  for (const GhostRun& run : ghost_runs) {
    if (run.first != next)
      throw Error(
          text("the ghosts of rank ", run.rank, " begin at ", run.first, ", but those before end at ", next));
    next += run.length;
  }
  pattern_ = std::make_shared<const Pattern>(
      Pattern{comm, owned, checked_local(next) - owned, std::move(needed_by), std::move(ghost_runs)});
}

}  // namespace partita
