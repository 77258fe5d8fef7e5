#include <algorithm>

#include <partita/schedule/direct/ac.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/random.hpp>

namespace partita::detail {

namespace {

// Of an ascending vector.
void put_in_order(DestinationVector& destinations, int rank, SendOrder order, std::uint64_t seed) {
  if (order == SendOrder::rotated)
    std::rotate(destinations.begin(),  // std::ranges::rotate gives a subrange, which clang 14 refuses
                std::ranges::upper_bound(destinations, rank, {}, &MatrixEntry::rank), destinations.end());
  if (order == SendOrder::random)
    Random(Hash().add(seed, static_cast<std::uint64_t>(rank)).value()).shuffle(destinations);
}

}  // namespace

PhaseTable ac(int rank, const DestinationVector& destinations, const SourceVector& sources, SendOrder order,
              std::uint64_t seed) {
  DestinationVector ordered = destinations;
  put_in_order(ordered, rank, order, seed);
  PhaseTable table;
  for (const auto [to, length] : ordered) table.sends.push_back({0, to, direct(rank, to, length)});
  for (const auto [from, length] : sources) table.receives.push_back({0, from, direct(from, rank, length)});
  table.phases = ordered.empty() && sources.empty() ? 0 : 1;
  return table;
}

}  // namespace partita::detail
