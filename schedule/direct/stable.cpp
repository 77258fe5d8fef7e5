#include <cstdint>

#include <partita/schedule/direct/fixed_phases.hpp>
#include <partita/schedule/direct/stable.hpp>

namespace partita::detail {

PhaseTable stable(int rank, int ranks, const DestinationVector& destinations, const SourceVector& sources) {
  return in_fixed_phases(rank, ranks, destinations, sources, [ranks](int from, int to) {
    const bool upper_half = ranks % 2 == 0 && from >= ranks / 2;
    const std::int64_t first = std::int64_t{2} * from + (upper_half ? 0 : 1);  // receiver in step 0, mod n
    return static_cast<int>((to - first + std::int64_t{2} * ranks) % ranks);
  });
}

}  // namespace partita::detail
