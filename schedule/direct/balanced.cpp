#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <optional>
#include <utility>

#include <partita/schedule/direct/balanced.hpp>
#include <partita/schedule/direct/colouring.hpp>
#include <partita/schedule/direct/covering_matching.hpp>
#include <partita/schedule/message.hpp>
#include <partita/schedule/quality.hpp>

namespace partita::detail {

namespace {

struct Split {
  TableBuilder tables;
  int phases = 0;
  Units longest_sum = 0;
};

// Splits the messages within a time budget.
class Splitter {
 public:
  Splitter(const BipartiteGraph& graph, const std::vector<Units>& lengths, Units budget)
      : graph_(graph),
        lengths_(lengths),
        left_(lengths),
        slack_(graph.vertices(), budget),
        messages_at_(slack_.size(), 0),
        usable_(lengths.size()),
        kept_(slack_.size()),
        split_{TableBuilder(graph.vertices() / 2)} {
    for (int message = 0; message < graph.edges(); ++message) {
      unsent_.push_back(message);
      for (const int vertex : graph.ends(message)) {
        slack_[vertex] -= lengths[message];
        ++messages_at_[vertex];
      }
    }
  }

  Split operator()() && {
    const auto longer = [&](int a, int b) { return left_[a] != left_[b] ? left_[a] > left_[b] : a < b; };
    std::sort(unsent_.begin(), unsent_.end(), longer);
    while (!unsent_.empty()) {
      const Units duration = longest_duration();
      CoveringMatching matching = *matching_for(duration);
      cover_busiest(matching);
      send(matching, duration);

      // Restores the order: only the sent messages have become shorter.
      const auto sent = std::stable_partition(unsent_.begin(), unsent_.end(), [&](int message) {
        return matching.edge_at(graph_.ends(message)[0]) != message;
      });
      const auto end = std::remove_if(sent, unsent_.end(), [&](int message) { return left_[message] == 0; });
      std::sort(sent, end, longer);
      std::inplace_merge(unsent_.begin(), sent, end, longer);
      unsent_.erase(end, unsent_.end());
    }
    return std::move(split_);
  }

 private:
  // The longest phase that may take the message.
  Units longest_phase_with(int message) const {
    const auto& [from, to] = graph_.ends(message);
    return left_[message] + std::min(slack_[from], slack_[to]);
  }

  // A matching that covers all ranks that must take part in a phase of this duration, if there is one.
  std::optional<CoveringMatching> matching_for(Units duration) {
    CoveringMatching matching(graph_);
    std::fill(usable_.begin(), usable_.end(), char{false});
    for (const int message : unsent_)
      if (longest_phase_with(message) >= duration) {
        usable_[message] = true;
        matching.take(message);
      }
    for (std::size_t vertex = 0; vertex < slack_.size(); ++vertex) kept_[vertex] = slack_[vertex] < duration;
    for (int vertex = 0; vertex < graph_.vertices(); ++vertex)
      if (kept_[vertex] && !matching.cover(vertex, usable_, kept_)) return std::nullopt;
    return matching;
  }

  // At most the longest message. The only candidates are durations at which other ranks must take part, or
  // other messages may.
  Units longest_duration() {
    const Units longest = left_[unsent_.front()];
    std::vector<Units> durations;
    for (const int message : unsent_) durations.push_back(std::min(longest, longest_phase_with(message)));
    for (const Units slack : slack_)
      if (slack > 0) durations.push_back(std::min(longest, slack));
    std::sort(durations.begin(), durations.end());
    durations.erase(std::unique(durations.begin(), durations.end()), durations.end());
    if (matching_for(durations.back())) return durations.back();
    const auto impossible = std::partition_point(durations.begin(), durations.end() - 1, [&](Units duration) {
      return duration == durations.front() || matching_for(duration);
    });
    return *(impossible - 1);
  }

  // Covers the ranks with the most messages left, which would else need one phase more. Ranks that must take
  // part, or already do, stay.
  void cover_busiest(CoveringMatching& matching) {
    const int most = *std::max_element(messages_at_.begin(), messages_at_.end());
    for (std::size_t vertex = 0; vertex < kept_.size(); ++vertex)
      if (messages_at_[vertex] == most) kept_[vertex] = true;
    for (int vertex = 0; vertex < graph_.vertices(); ++vertex)
      if (messages_at_[vertex] == most) matching.cover(vertex, usable_, kept_);
  }

  void send(const CoveringMatching& matching, Units duration) {
    Units longest = 0;
    std::vector<Units> idle_less(slack_.size(), 0);  // by vertex: units that it sends or receives
    const int ranks = graph_.vertices() / 2;
    for (int from = 0; from < ranks; ++from) {
      const int message = matching.edge_at(from);
      if (message == CoveringMatching::none) continue;
      Units& left = left_[message];
      const Units length = std::min(left, duration);
      const int to = graph_.ends(message)[1] - ranks;
      split_.tables.add(split_.phases, from, to, {{from, to, lengths_[message] - left, length}});
      left -= length;
      longest = std::max(longest, length);
      for (const int end : graph_.ends(message)) {
        idle_less[end] = length;
        if (left == 0) --messages_at_[end];
      }
    }
    for (std::size_t vertex = 0; vertex < slack_.size(); ++vertex)
      slack_[vertex] -= longest - idle_less[vertex];
    split_.longest_sum += longest;
    ++split_.phases;
  }

  const BipartiteGraph& graph_;
  const std::vector<Units>& lengths_;
  std::vector<Units> left_;       // of each message
  std::vector<int> unsent_;       // messages with units left; the longest first
  std::vector<Units> slack_;      // by vertex
  std::vector<int> messages_at_;  // by vertex: number of messages left
  std::vector<char> usable_;      // by message: may be taken in the phase that is made
  std::vector<char> kept_;        // by vertex: must take part in it
  Split split_;
};

// Time budgets to try, ascending: from the shortest possible to one that never matters.
std::vector<Units> budgets(Units bound, const std::vector<Units>& lengths) {
  std::vector<Units> budgets{bound};
  for (Units part = 64; part >= 1; part /= 2)
    if (bound / part > 0) budgets.push_back(bound + bound / part);
  budgets.push_back(std::accumulate(lengths.begin(), lengths.end(), bound));
  return budgets;
}

}  // namespace

std::vector<PhaseTable> balanced(const CommunicationMatrix& matrix, double start_up) {
  // The messages as a graph, row by row: sender r is vertex r, receiver r is vertex ranks + r.
  std::vector<std::array<int, 2>> ends;
  std::vector<Units> lengths;
  for (int from = 0; from < matrix.ranks(); ++from)
    for (const auto [to, length] : matrix.destinations(from)) {
      ends.push_back({from, matrix.ranks() + to});
      lengths.push_back(length);
    }
  const BipartiteGraph graph(2 * matrix.ranks(), std::move(ends));
  const Units bound = longest_sum_bound(matrix);
  const int degree = matrix.degree();
  const auto cost = [&](Units longest_sum, int phases) {
    return std::pair(static_cast<double>(longest_sum) + start_up * phases, phases);
  };

  std::vector<PhaseTable> whole = colouring(matrix);
  auto least = cost(longest_sum(whole), whole.empty() ? 0 : whole.front().phases);
  std::optional<Split> best;
  for (const Units budget : budgets(bound, lengths)) {
    if (least.first <= cost(bound, degree).first) break;  // nothing can be cheaper
    Split split = Splitter(graph, lengths, budget)();
    const int phases = split.phases;
    if (const auto its_cost = cost(split.longest_sum, phases); its_cost < least) {
      least = its_cost;
      best = std::move(split);
    }
    if (phases == degree) break;  // no message is split: more time gains nothing
  }
  return best ? std::move(best->tables).tables(best->phases) : std::move(whole);
}

}  // namespace partita::detail
