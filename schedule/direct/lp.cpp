#include <bit>

#include <partita/schedule/direct/linear.hpp>
#include <partita/schedule/direct/lp.hpp>
#include <partita/schedule/direct/pairwise.hpp>

namespace partita::detail {

PhaseTable lp(int rank, int ranks, const DestinationVector& destinations, const SourceVector& sources) {
  const bool power_of_two = std::has_single_bit(static_cast<unsigned>(ranks));
  return power_of_two ? pairwise(rank, ranks, destinations, sources)
                      : linear(rank, ranks, destinations, sources);
}

}  // namespace partita::detail
