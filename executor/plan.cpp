#include <array>
#include <utility>

#include <partita/executor/plan.hpp>
#include <partita/schedule/schedule.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/hash.hpp>

namespace partita {

DestinationVector destination_vector(const AccessPattern& pattern) {
  DestinationVector destinations;
  for (const NeededBy& neighbour : pattern.needed_by())
    destinations.push_back({neighbour.rank, static_cast<Units>(neighbour.owned.size())});
  return destinations;
}

SourceVector source_vector(const AccessPattern& pattern) {
  SourceVector sources;
  for (const GhostRun& run : pattern.ghost_runs()) sources.push_back({run.rank, run.length});
  return sources;
}

Plan make_plan(const AccessPattern& pattern, const PlanOptions& options) {
  const Communicator& comm = pattern.communicator();
  const std::array<std::uint64_t, 3> choices{static_cast<std::uint64_t>(options.algorithm),
                                             static_cast<std::uint64_t>(options.protocol), options.seed};
  require_same(comm, Hash().add(std::span<const std::uint64_t>(choices)).value(),
               "the plan (algorithm, protocol, seed)");

  PhaseTable gather = make_phase_table(comm, destination_vector(pattern), source_vector(pattern),
                                       options.algorithm, options.seed);
  PhaseTable scatter = reverse(gather);
  return {pattern.fingerprint(), options.algorithm, options.protocol, std::move(gather), std::move(scatter)};
}

}  // namespace partita
