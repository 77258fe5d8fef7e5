#include <algorithm>

#include <partita/executor/choice/risk.hpp>
#include <partita/schedule/algorithm_entry.hpp>

namespace partita::detail {

namespace {

constexpr double shortest_queue = 32 << 10;
constexpr double longest_buffered = (64 << 10) - 1;  // Open MPI's eager limit over TCP, with the header

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
  const bool is_windowed = strategy.protocol == Protocol::windowed;
  const bool waits = !is_windowed && strategy.protocol != Protocol::post_all;
  if (!may_lose(burden) || waits || entry_of(strategy.algorithm).staged) return 0;
  const bool one_by_one =
      is_windowed && strategy.window == 1 && machine.ranks_per_host == 1 && burden.buffered <= shortest_queue;
  return one_by_one ? 1 : 2;
}

double handicap_of(int risk, const Machine& machine) { return risk > 1 && machine.costs.loss > 0 ? 1.05 : 1; }

}  // namespace partita::detail
