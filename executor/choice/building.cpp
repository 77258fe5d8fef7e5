#include <bit>

#include <partita/executor/choice/building.hpp>
#include <partita/schedule/algorithm_entry.hpp>

namespace partita::detail {

double building_seconds(Algorithm algorithm, const CommunicationMatrix& matrix, const Machine& machine) {
  const detail::AlgorithmEntry& entry = detail::entry_of(algorithm);
  const Costs& costs = machine.costs;
  const double making = entry.building_nanoseconds * 1e-9 * costs.slowdown;
  const double degree = matrix.degree();
  if (entry.local) return making * degree;
  if (entry.negotiated) return degree * (making + 4 * (costs.signal > 0 ? costs.signal : costs.start_up));

  double messages = 0;
  for (int rank = 0; rank < matrix.ranks(); ++rank)
    messages += static_cast<double>(matrix.destinations(rank).size());
  const auto rounds = static_cast<double>(std::bit_width(static_cast<unsigned>(matrix.ranks()) - 1));
  constexpr double bytes_an_entry = 16;
  return rounds * (costs.start_up + costs.receive) + messages * bytes_an_entry / costs.bandwidth +
         making * messages;
}

}  // namespace partita::detail
