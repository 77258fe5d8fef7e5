#include <algorithm>

#include <partita/executor/choice/risk.hpp>
#include <partita/schedule/algorithm_entry.hpp>

namespace partita::detail {

namespace {

constexpr double shortest_queue = 32 << 10;
constexpr double sure_part = 0.2;  // of a measured queue: replays in a row find it partly full
constexpr double longest_buffered = (64 << 10) - 1;  // Open MPI's eager limit over TCP, at most

}  // namespace

void Burden::add(const std::vector<MatrixEntry>& messages, double bytes_per_unit) {
  double sum = 0, sum_buffered = 0, longest = 0;
  for (const MatrixEntry& message : messages) {
    const double bytes = static_cast<double>(message.length) * bytes_per_unit;
    sum += bytes;
    longest = std::max(longest, bytes);
    if (bytes <= longest_buffered) sum_buffered += bytes;
  }
  all = std::max(all, sum);
  one_by_one = std::max({one_by_one, sum_buffered, longest});
}

Burden burden_of(const CommunicationMatrix& matrix, double bytes_per_unit) {
  Burden burden;
  for (int rank = 0; rank < matrix.ranks(); ++rank) burden.add(matrix.destinations(rank), bytes_per_unit);
  for (const SourceVector& sources : matrix.sources()) burden.add(sources, bytes_per_unit);
  return burden;
}

bool may_lose(const Burden& burden) { return burden.all > shortest_queue; }

bool is_cautious(const Strategy& strategy) {
  return strategy.protocol != Protocol::post_all && strategy.protocol != Protocol::windowed &&
         strategy.protocol != Protocol::global_once;
}

int risk_of(const Strategy& strategy, const Machine& machine, const Burden& burden) {
  if (!may_lose(burden) || is_cautious(strategy) || entry_of(strategy.algorithm).staged) return 0;
  const bool at_once = strategy.protocol == Protocol::post_all ||
                       (strategy.protocol == Protocol::windowed && strategy.window > 1);
  if (at_once) return 3;
  const double passes = std::max(shortest_queue, sure_part * machine.costs.queue);
  return machine.ranks_per_host > 1 || burden.one_by_one > passes ? 2 : 1;
}

double handicap_of(int risk, const Machine& machine) { return risk > 1 && machine.costs.loss > 0 ? 1.05 : 1; }

}  // namespace partita::detail
