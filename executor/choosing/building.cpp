#include <algorithm>
#include <bit>
#include <vector>

#include <partita/executor/choosing/building.hpp>
#include <partita/schedule/algorithm_entry.hpp>

namespace partita::detail {

namespace {

constexpr double bytes_a_word = 8, bytes_a_piece = 24;

// A message of l units is divided into min(l, n) pieces. The busiest rank has those of its own messages, and
// relays as many as the mean rank.
double dividing_seconds(const CommunicationMatrix& matrix, const Costs& costs, double seconds_a_piece) {
  const Units ranks = matrix.ranks();
  std::vector<double> sent(ranks), received(ranks);
  double all = 0;
  for (int from = 0; from < ranks; ++from)
    for (const auto [to, length] : matrix.destinations(from)) {
      if (to == from) continue;
      const auto pieces = static_cast<double>(std::min(length, ranks));
      sent[from] += pieces;
      received[to] += pieces;
      all += pieces;
    }
  const double relayed = all / static_cast<double>(ranks);
  double seconds = 0;
  for (const std::vector<double>* own : {&sent, &received}) {
    const double pieces = std::ranges::max(*own) + relayed;
    const double messages = std::min(pieces, static_cast<double>(ranks - 1));
    seconds += messages * (costs.start_up + costs.receive) +
               pieces * (bytes_a_piece / costs.bandwidth + seconds_a_piece);
  }
  return seconds;
}

}  // namespace

double building_seconds(Algorithm algorithm, const CommunicationMatrix& matrix, const Machine& machine,
                        bool has_matrix) {
  const AlgorithmEntry& entry = entry_of(algorithm);
  const Costs& costs = machine.costs;
  const double making = entry.building_nanoseconds * 1e-9 * costs.slowdown;
  const double degree = matrix.degree();
  if (entry.divides_messages) return dividing_seconds(matrix, costs, making);
  if (entry.local) return making * degree;
  if (entry.by_messages) return degree * (making + 4 * (costs.signal > 0 ? costs.signal : costs.start_up));

  double messages = 0, words = 0;
  for (int rank = 0; rank < matrix.ranks(); ++rank) {
    const auto of_rank = static_cast<double>(matrix.destinations(rank).size());
    messages += of_rank;
    words += std::min(2 * of_rank, static_cast<double>(matrix.ranks()));
  }
  if (has_matrix) return making * messages;
  const auto rounds = static_cast<double>(std::bit_width(static_cast<unsigned>(matrix.ranks()) - 1));
  return rounds * (costs.start_up + costs.receive) + words * bytes_a_word / costs.bandwidth +
         making * messages;
}

}  // namespace partita::detail
