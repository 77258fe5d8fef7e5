#include <partita/schedule/direct/fixed_phases.hpp>
#include <partita/schedule/direct/linear.hpp>

namespace partita::detail {

PhaseTable linear(int rank, int ranks, const DestinationVector& destinations, const SourceVector& sources) {
  return in_fixed_phases(rank, ranks - 1, destinations, sources,
                         [ranks](int from, int to) { return (to - from - 1 + ranks) % ranks; });
}

}  // namespace partita::detail
