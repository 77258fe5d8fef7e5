#include <algorithm>

#include <partita/executor/choice/risk.hpp>
#include <partita/schedule/algorithm_entry.hpp>

namespace partita::detail {

bool may_lose(const CommunicationMatrix& matrix, double bytes_per_unit) {
  Units most = 0;
  for (int rank = 0; rank < matrix.ranks(); ++rank)
    most = std::max(most, total_length(matrix.destinations(rank)));
  for (const SourceVector& sources : matrix.sources()) most = std::max(most, total_length(sources));
  return may_lose(most, bytes_per_unit);
}

int risk_of(const Strategy& strategy, const Machine& machine) {
  const bool is_windowed = strategy.protocol == Protocol::windowed;
  if (entry_of(strategy.algorithm).staged || !(is_windowed || strategy.protocol == Protocol::post_all))
    return 0;
  return is_windowed && strategy.window == 1 && machine.ranks_per_host == 1 ? 1 : 2;
}

double handicap_of(int risk, const Machine& machine) { return risk > 1 && machine.costs.loss > 0 ? 1.05 : 1; }

}  // namespace partita::detail
