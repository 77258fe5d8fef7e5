#include <algorithm>

#include <partita/executor/choice/risk.hpp>
#include <partita/schedule/algorithm_entry.hpp>

namespace partita::detail {

namespace {

constexpr double shortest_queue = 32 << 10;
constexpr double worth_a_risk = 1.05;
constexpr double least_in_turn = 1.03;  // over the bound

}  // namespace

double burden_of(const std::vector<MatrixEntry>& messages, double bytes_per_unit) {
  return static_cast<double>(total_length(messages)) * bytes_per_unit;
}

double burden_of(const CommunicationMatrix& matrix, double bytes_per_unit) {
  double most = 0;
  for (int rank = 0; rank < matrix.ranks(); ++rank)
    most = std::max(most, burden_of(matrix.destinations(rank), bytes_per_unit));
  for (const SourceVector& sources : matrix.sources())
    most = std::max(most, burden_of(sources, bytes_per_unit));
  return most;
}

bool may_lose(double burden) { return burden > shortest_queue; }

bool is_cautious(const Strategy& strategy) {
  return strategy.protocol != Protocol::post_all && strategy.protocol != Protocol::windowed &&
         strategy.protocol != Protocol::global_once;
}

int risk_of(const Strategy& strategy, const Machine& machine, double burden) {
  if (!may_lose(burden) || is_cautious(strategy) || entry_of(strategy.algorithm).staged) return 0;
  const bool at_once = strategy.protocol == Protocol::post_all ||
                       (strategy.protocol == Protocol::windowed && strategy.window > 1);
  if (at_once) return 3;
  return machine.ranks_per_host > 1 ? 2 : 1;
}

double handicap_of(int risk, double predicted, double bound, const Machine& machine) {
  if (risk == 0 || machine.costs.loss == 0) return 1;
  return risk > 1 ? worth_a_risk : std::clamp(least_in_turn * bound / predicted, 1.0, least_in_turn);
}

}  // namespace partita::detail
