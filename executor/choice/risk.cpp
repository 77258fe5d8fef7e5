#include <algorithm>

#include <partita/executor/choice/risk.hpp>
#include <partita/schedule/algorithm_entry.hpp>

namespace partita::detail {

namespace {

constexpr double shortest_queue = 32 << 10;
constexpr double sure_part = 0.25;  // of a measured queue: replays in a row find it partly full
constexpr double longest_buffered = (64 << 10) - 1;  // Open MPI's eager limit over TCP, at most

}  // namespace

void Burden::add(const std::vector<MatrixEntry>& messages, double bytes_per_unit) {
  double sum = 0, sum_buffered = 0;
  for (const MatrixEntry& message : messages) {
    const double bytes = static_cast<double>(message.length) * bytes_per_unit;
    sum += bytes;
    if (bytes <= longest_buffered) sum_buffered += bytes;
  }
  all = std::max(all, sum);
  buffered = std::max(buffered, sum_buffered);
}

Burden burden_of(const CommunicationMatrix& matrix, double bytes_per_unit) {
  Burden burden;
  for (int rank = 0; rank < matrix.ranks(); ++rank) burden.add(matrix.destinations(rank), bytes_per_unit);
  for (const SourceVector& sources : matrix.sources()) burden.add(sources, bytes_per_unit);
  return burden;
}

bool may_lose(const Burden& burden) { return burden.all > shortest_queue; }

int risk_of(const Strategy& strategy, const Machine& machine, const Burden& burden) {
  const bool at_once = strategy.protocol == Protocol::post_all;
  const bool in_turn = strategy.protocol == Protocol::windowed || strategy.protocol == Protocol::global_once;
  if (!may_lose(burden) || !(at_once || in_turn) || entry_of(strategy.algorithm).staged) return 0;
  const bool is_wide = strategy.protocol == Protocol::windowed && strategy.window > 1;
  const double passes = std::max(shortest_queue, sure_part * machine.costs.queue);
  const bool one_by_one = in_turn && !is_wide && machine.ranks_per_host == 1 && burden.buffered <= passes;
  return one_by_one ? 1 : 2;
}

double handicap_of(int risk, const Machine& machine) { return risk > 1 && machine.costs.loss > 0 ? 1.05 : 1; }

}  // namespace partita::detail
