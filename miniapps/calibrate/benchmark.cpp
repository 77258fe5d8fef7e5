#include "benchmark.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include <partita/schedule/message.hpp>
#include <partita/support/error.hpp>

namespace partita::calibrate {

using namespace detail;

namespace {

constexpr double kilo = 1024;
constexpr double shortest = 8;   // bytes of a message
constexpr int least_phases = 7;  // to see whether fragments gain

std::vector<int> first_ranks(const HostLayout& layout) {
  std::vector<int> ranks;
  for (int host = 0; host < std::min(layout.hosts, 8); ++host) ranks.push_back(layout.first_rank_of(host));
  return ranks;
}

// There and back between two ranks, several times; of an exchange, both ways at once.
Benchmark relay(Kind kind, int a, int b, double bytes, int ranks) {
  const bool both_ways = kind == Kind::exchange;
  Benchmark benchmark{.kind = kind,
                      .nodes = 2,
                      .bytes = bytes,
                      .ranks = ranks,
                      .sends = {},
                      .repetitions = bytes <= 32 * kilo ? 16
                                     : both_ways        ? 4
                                                        : 2,
                      .at_a_time = both_ways ? 2 : 1};
  for (int leg = 0; leg < benchmark.repetitions; ++leg, std::swap(a, b)) {
    benchmark.sends.push_back({leg, a, b, leg > 0});
    if (both_ways) benchmark.sends.push_back({leg, b, a, leg > 0});
  }
  return benchmark;
}

// In phase k of `phases` every node sends to the node k + 1 places further.
std::vector<Send> shifts(const std::vector<int>& nodes, int phases, bool unordered = false) {
  const auto n = static_cast<int>(nodes.size());
  std::vector<Send> sends;
  for (int phase = 0; phase < phases; ++phase)
    for (int node = 0; node < n; ++node)
      sends.push_back({unordered ? 0 : phase, nodes[static_cast<std::size_t>(node)],
                       nodes[static_cast<std::size_t>((node + phase + 1) % n)]});
  return sends;
}

// In each phase every one of the first 2^k nodes exchanges messages with one other.
std::vector<Send> exchanges(const std::vector<int>& nodes) {
  const std::size_t n = std::bit_floor(nodes.size());
  std::vector<Send> sends;
  for (std::size_t phase = 0; phase + 1 < n; ++phase)
    for (std::size_t node = 0; node < n; ++node)
      sends.push_back({static_cast<int>(phase), nodes[node], nodes[node ^ (phase + 1)]});
  return sends;
}

// 2, 4, ... and finally all.
template <class Use>
void for_each_count(int all, Use&& use) {
  for (int count = 2; count < all; count *= 2) use(count);
  if (all > 0) use(all);
}

class Collection {
 public:
  explicit Collection(const HostLayout& layout) : ranks_(layout.ranks()) {}

  void add(Benchmark benchmark) { all_.push_back(std::move(benchmark)); }

  void add(Kind kind, int nodes, double bytes, std::vector<Send> sends, int at_a_time,
           Protocol protocol = Protocol::post_all) {
    all_.push_back({kind, nodes, bytes, ranks_, std::move(sends), protocol, 1, at_a_time});
  }

  // Every node sends to the next ones: first to a few, finally to all.
  void everyone(const std::vector<int>& nodes) {
    const auto n = static_cast<int>(nodes.size());
    for_each_count(n - 1, [&](int others) {
      for (const double bytes : {shortest, 4 * kilo, 16 * kilo, 64 * kilo, 256 * kilo}) {
        add(Kind::everyone, others, bytes, shifts(nodes, others, true), 2 * others);
        add(Kind::in_turn, others, bytes, shifts(nodes, others), 2, Protocol::windowed);
        add(Kind::in_phases, others, bytes, shifts(nodes, others), 2, Protocol::ready_signal);
      }
    });
    const auto partners = static_cast<int>(std::bit_floor(nodes.size())) - 1;
    for (const double bytes : {64 * kilo, 256 * kilo})
      add(Kind::in_pairs, partners, bytes, exchanges(nodes), 2, Protocol::ready_signal);
    for (const double bytes : {shortest, 64 * kilo})
      add(Kind::by_barriers, n - 1, bytes, shifts(nodes, n - 1), 2, Protocol::barrier);
  }

  // In a ring of hosts each of the first `ranks` ranks of a host sends to as many of the next.
  void between_hosts(const HostLayout& layout) {
    const int hosts = std::min(layout.hosts, 8);
    for_each_count(layout.ranks_per_host, [&](int ranks) {
      for (const double bytes : {shortest, 4 * kilo, 16 * kilo, 64 * kilo}) {
        std::vector<Send> sends;
        for (int host = 0; host < hosts; ++host)
          for (int from = 0; from < ranks; ++from)
            for (int to = 0; to < ranks; ++to)
              sends.push_back({0, layout.first_rank_of(host) + from,
                               layout.first_rank_of((host + 1) % hosts) + (from + to) % ranks});
        add(Kind::hosts, ranks, bytes, std::move(sends), 2 * ranks * ranks);
      }
    });
  }

  void contention(const std::vector<int>& nodes) {
    const auto n = static_cast<int>(nodes.size());
    for_each_count(n - 1, [&](int others) {
      for (const double bytes : {shortest, 4 * kilo, 64 * kilo, 256 * kilo}) {
        std::vector<Send> out, in;
        for (int other = 1; other <= others; ++other) {
          out.push_back({0, nodes[0], nodes[static_cast<std::size_t>(other)]});
          in.push_back({0, nodes[static_cast<std::size_t>(other)], nodes[0]});
        }
        if (bytes == shortest) {
          add(Kind::signals_in, others, bytes, out, others, Protocol::ready_signal);
          add(Kind::signals_out, others, bytes, in, others, Protocol::ready_signal);
        }
        add(Kind::fan_out, others, bytes, std::move(out), others);
        add(Kind::fan_in, others, bytes, std::move(in), others);
      }
    });
    for (int pairs = 2; 2 * pairs <= n; ++pairs) {
      std::vector<Send> sends;
      for (int pair = 0; pair < pairs; ++pair)
        sends.push_back(
            {0, nodes[static_cast<std::size_t>(2 * pair)], nodes[static_cast<std::size_t>(2 * pair + 1)]});
      add(Kind::pairs, pairs, 256 * kilo, std::move(sends), 1);
    }
  }

  std::vector<Benchmark> all() && { return std::move(all_); }

 private:
  int ranks_;
  std::vector<Benchmark> all_;
};

// By Kind: before and after the number of nodes, which some leave out.
constexpr auto words = std::to_array<std::pair<const char*, const char*>>({
    {" from host to host", nullptr},
    {" within a host", nullptr},
    {" between two hosts, both ways", nullptr},
    {" between each of ", " pairs"},
    {" from one to ", ""},
    {" from ", " to one"},
    {" from one to ", " that signal"},
    {" from ", " to one that signals"},
    {" from each to ", " at once"},
    {" from each to ", " in turn"},
    {" from each to ", " in phases"},
    {" from each to ", " in pairs"},
    {" from each to ", " by barriers"},
    {" from each of ", " to as many of the next host"},
});
static_assert(words.size() == static_cast<std::size_t>(Kind::hosts) + 1, "each kind has words");

// What is handed on.
Block received_before(const std::vector<Layout>& receives, int phase) {
  const auto in_phase = [&](const Layout& one) { return one.phase == phase - 1; };
  return std::ranges::find_if(receives, in_phase)->blocks.front();
}

}  // namespace

std::vector<Benchmark> benchmarks_for(const HostLayout& layout) {
  Collection collection(layout);
  const std::vector<double> lengths{shortest, kilo, 8 * kilo, 64 * kilo, 256 * kilo, 1024 * kilo};
  if (layout.ranks_per_host > 1)
    for (const double bytes : lengths) collection.add(relay(Kind::host_relay, 0, 1, bytes, layout.ranks()));
  if (layout.hosts > 1) {
    const std::vector<int> nodes = first_ranks(layout);
    for (const double bytes : lengths) {
      collection.add(relay(Kind::relay, nodes[0], nodes[1], bytes, layout.ranks()));
      collection.add(relay(Kind::exchange, nodes[0], nodes[1], bytes, layout.ranks()));
    }
    collection.contention(nodes);
    collection.everyone(nodes);
    if (layout.ranks_per_host > 1) collection.between_hosts(layout);
  } else if (layout.ranks_per_host > 1) {
    std::vector<int> nodes;
    for (int rank = 0; rank < std::min(layout.ranks(), 8); ++rank) nodes.push_back(rank);
    collection.contention(nodes);
    collection.everyone(nodes);
  }
  return std::move(collection).all();
}

std::vector<Benchmark> benchmarks_of_fragments(const HostLayout& layout) {
  const std::vector<int> nodes = first_ranks(layout);
  const auto others = static_cast<int>(nodes.size()) - 1;
  // Where all begin at the same time the first phase has no pause.
  const auto in_a_row = [&](const std::vector<Send>& sends) {
    std::vector<Send> all;
    for (int before = 0; before < least_phases; before += others)
      for (const Send& send : sends) all.push_back({before + send.phase, send.from, send.to});
    return all;
  };
  Collection collection(layout);
  collection.add(Kind::in_phases, others, 128 * kilo, in_a_row(shifts(nodes, others)), 2,
                 Protocol::ready_signal);
  collection.add(Kind::in_pairs, others, 128 * kilo, in_a_row(exchanges(nodes)), 2, Protocol::ready_signal);
  return std::move(collection).all();
}

std::string name_of(const Benchmark& benchmark) {
  const auto& [before, after] = words[static_cast<std::size_t>(benchmark.kind)];
  const std::string length =
      benchmark.bytes < kilo ? text(benchmark.bytes, " bytes") : text(benchmark.bytes / kilo, " KB");
  return text(length, before, after != nullptr ? text(benchmark.nodes, after) : "");
}

std::vector<PhaseTable> tables(const Benchmark& benchmark) {
  detail::TableBuilder builder(benchmark.ranks);
  int phases = 0;
  for (const auto& [phase, from, to, hands_on] : benchmark.sends) {
    // The piece of a handed-on message originates elsewhere. This distinguishes a relay from a sender.
    const int origin = hands_on ? to : from;
    builder.add(phase, from, to, {{origin, to, 0, 1}});
    phases = std::max(phases, phase + 1);
  }
  return std::move(builder).tables(phases);
}

double predicted(const Benchmark& benchmark, const Machine& machine) {
  return predict(tables(benchmark), {.way = {benchmark.protocol, 1}}, machine, benchmark.bytes) /
         benchmark.repetitions;
}

Layouts lay_out(const Benchmark& benchmark, int rank) {
  Layouts mine;
  for (const auto& [phase, from, to, hands_on] : benchmark.sends) {
    mine.phases = std::max(mine.phases, phase + 1);
    if (from == rank) {
      Block block{.first = 0, .length = 1};
      if (hands_on) block = received_before(mine.receives, phase);
      mine.sends.push_back({phase, to, {block}});
    }
    if (to == rank)
      mine.receives.push_back(
          {phase, from, {{.first = mine.receives.size(), .length = 1, .buffer = relay_buffer}}});
  }
  return mine;
}

}  // namespace partita::calibrate
