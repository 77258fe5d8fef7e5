#include <algorithm>
#include <bit>
#include <cstdint>

#include <partita/schedule/direct/fixed_phases.hpp>
#include <partita/schedule/message.hpp>
#include <partita/support/random.hpp>

namespace partita::detail {

namespace {

// One rank's table if `from` sends to `to` in phase_of(from, to). At least `phases` phases, empty or not;
// more if phase_of exceeds them (a message of a rank to itself).
template <class PhaseOf>
PhaseTable in_fixed_phases(int rank, int phases, const DestinationVector& destinations,
                           const SourceVector& sources, PhaseOf&& phase_of) {
  PhaseTable table;
  for (const auto [to, length] : destinations)
    table.sends.push_back({phase_of(rank, to), to, direct(rank, to, length)});
  for (const auto [from, length] : sources)
    table.receives.push_back({phase_of(from, rank), from, direct(from, rank, length)});
  table.phases = phases;
  for (auto* transfers : {&table.sends, &table.receives}) {
    sort_by_phase(*transfers);
    if (!transfers->empty()) table.phases = std::max(table.phases, transfers->back().phase + 1);
  }
  return table;
}

}  // namespace

PhaseTable ac(int rank, const DestinationVector& destinations, const SourceVector& sources, SendOrder order,
              std::uint64_t seed) {
  DestinationVector ordered = destinations;  // ascending
  if (order == SendOrder::rotated)
    std::rotate(ordered.begin(),  // std::ranges::rotate gives a subrange, which clang 14 refuses
                std::ranges::upper_bound(ordered, rank, {}, &MatrixEntry::rank), ordered.end());
  if (order == SendOrder::random) stream_of(rank, seed).shuffle(ordered);
  return in_fixed_phases(rank, 0, ordered, sources, [](int /*from*/, int /*to*/) { return 0; });
}

PhaseTable naive(int rank, int ranks, const DestinationVector& destinations, const SourceVector& sources) {
  return in_fixed_phases(rank, ranks, destinations, sources, [](int /*from*/, int to) { return to; });
}

PhaseTable lp(int rank, int ranks, const DestinationVector& destinations, const SourceVector& sources) {
  const int steps = static_cast<int>(std::bit_ceil(static_cast<unsigned>(ranks))) - 1;
  return in_fixed_phases(rank, steps, destinations, sources,
                         [steps](int from, int to) { return from == to ? steps : (from ^ to) - 1; });
}

PhaseTable linear(int rank, int ranks, const DestinationVector& destinations, const SourceVector& sources) {
  return in_fixed_phases(rank, ranks - 1, destinations, sources,
                         [ranks](int from, int to) { return (to - from - 1 + ranks) % ranks; });
}

int PairwiseSteps::count() const {
  return ranks % 2 == 0 || std::has_single_bit(static_cast<unsigned>(ranks)) ? ranks - 1 : ranks;
}

int PairwiseSteps::phase(int from, int to) const {
  if (from == to) return count();
  if (std::has_single_bit(static_cast<unsigned>(ranks))) return (from ^ to) - 1;
  if (ranks % 2 == 0 && (from == 0 || to == 0)) return from + to - 1;
  const int sum = (from + to) % count();
  const int half = (sum % 2 == 0 ? sum : sum + count()) / 2;
  return half == 0 ? count() - 1 : half - 1;
}

PhaseTable pairwise(int rank, int ranks, const DestinationVector& destinations, const SourceVector& sources) {
  const PairwiseSteps steps{ranks};
  return in_fixed_phases(rank, steps.count(), destinations, sources,
                         [steps](int from, int to) { return steps.phase(from, to); });
}

PhaseTable stable(int rank, int ranks, const DestinationVector& destinations, const SourceVector& sources) {
  return in_fixed_phases(rank, ranks, destinations, sources, [ranks](int from, int to) {
    const bool upper_half = ranks % 2 == 0 && from >= ranks / 2;
    const std::int64_t first = std::int64_t{2} * from + (upper_half ? 0 : 1);  // receiver in step 0, mod n
    return static_cast<int>((to - first + std::int64_t{2} * ranks) % ranks);
  });
}

}  // namespace partita::detail
