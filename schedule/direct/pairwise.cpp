#include <bit>

#include <partita/schedule/direct/fixed_phases.hpp>
#include <partita/schedule/direct/pairwise.hpp>

namespace partita::detail {

PhaseTable pairwise(int rank, int ranks, const DestinationVector& destinations, const SourceVector& sources) {
  const int steps = static_cast<int>(std::bit_ceil(static_cast<unsigned>(ranks))) - 1;
  return in_fixed_phases(rank, steps, destinations, sources,
                         [steps](int from, int to) { return from == to ? steps : (from ^ to) - 1; });
}

}  // namespace partita::detail
