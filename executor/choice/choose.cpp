#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <optional>
#include <span>
#include <tuple>

#include <partita/executor/choice/building.hpp>
#include <partita/executor/choice/choose.hpp>
#include <partita/executor/prediction/predict.hpp>
#include <partita/schedule/algorithm_entry.hpp>
#include <partita/schedule/schedule.hpp>
#include <partita/support/duration.hpp>

namespace partita {

using namespace detail;

namespace {

// A smaller share of S/R + C is not worth a search.
constexpr double worth_it = 0.01;

bool is_considered(const AlgorithmEntry& entry, const Machine& machine) {
  switch (entry.considered) {
    case Considered::never:
      return false;
    case Considered::always:
      return true;
    case Considered::with_links:
      return machine.links() > 0;
    case Considered::with_hosts:
      return machine.ranks_per_host > 1;
  }
  return false;
}

// The protocols that suit an algorithm. Signals and barriers keep phases apart, so an unordered algorithm
// does not need them. A relay waits for what it forwards under any protocol.
std::span<const Strategy> protocols_for(const AlgorithmEntry& entry) {
  static constexpr Strategy without_order[] = {{.protocol = Protocol::post_all},
                                               {.protocol = Protocol::windowed, .window = 1},
                                               {.protocol = Protocol::lock}};
  static constexpr Strategy in_phases[] = {
      {.protocol = Protocol::post_all},      {.protocol = Protocol::windowed, .window = 1},
      {.protocol = Protocol::windowed},      {.protocol = Protocol::ready_signal},
      {.protocol = Protocol::pairwise_sync}, {.protocol = Protocol::barrier}};
  static constexpr Strategy relayed[] = {{.protocol = Protocol::post_all},
                                         {.protocol = Protocol::ready_signal}};
  if (entry.staged) return relayed;
  if (entry.ordered) return in_phases;
  return without_order;
}

// Of many messages these few are predicted: they differ most.
bool is_among_few(const Strategy& strategy) {
  static constexpr Strategy few[] = {{Algorithm::ac},
                                     {Algorithm::rs_n, Protocol::windowed, 1},
                                     {Algorithm::colouring, Protocol::windowed, 1},
                                     {Algorithm::colouring, Protocol::windowed, 4},
                                     {Algorithm::standard_exchange},
                                     {Algorithm::node_aware}};
  return std::find(std::begin(few), std::end(few), strategy) != std::end(few);
}

// For options that differ in algorithm and splitting at most.
bool have_one_schedule(const ScheduleOptions& a, const ScheduleOptions& b) {
  return a.algorithm == b.algorithm &&
         (!entry_of(a.algorithm).weighs_start_up || a.splitting.start_up == b.splitting.start_up);
}

std::size_t count_messages(const CommunicationMatrix& matrix) {
  std::size_t messages = 0;
  for (int rank = 0; rank < matrix.ranks(); ++rank) messages += matrix.destinations(rank).size();
  return messages;
}

// The reason of a choice; `first` is the strategy that needs no building.
std::string in_words(const Choice& choice, const Strategy& first, double by_first,
                     const ChoiceOptions& options) {
  const std::string best = text(name_of(choice.strategy), ": ", time_of(choice.replay),
                                " a replay is predicted on ", options.schedule.machine.name());
  if (choice.strategy == first)
    return best + (choice.predicted > 1 ? text(", no more by any of ", choice.predicted, " strategies")
                                        : ", and no other strategy can be 1 % faster");
  const double repaid = choice.building / (by_first - choice.replay);
  return text(best, ", ", time_of(by_first), " by ", name_of(first), "; best of ", choice.predicted,
              " strategies, repaid after ", std::max(1.0, std::ceil(repaid)),
              repaid > 1 ? " replays" : " replay");
}

}  // namespace

std::string name_of(const Strategy& strategy) {
  return text(name_of(strategy.algorithm), " by ", name_of(strategy.protocol),
              strategy.protocol == Protocol::windowed ? text(" ", strategy.window) : "");
}

std::vector<Strategy> strategies_for(const Machine& machine) {
  std::vector<const AlgorithmEntry*> entries;
  for (const AlgorithmEntry& entry : algorithm_entries())
    if (is_considered(entry, machine)) entries.push_back(&entry);
  const auto cost = [](const AlgorithmEntry* entry) {
    return std::tuple(entry->building_nanoseconds, entry->staged, entry->avoids_link_contention,
                      entry->splits_messages);
  };
  std::ranges::stable_sort(entries, {}, cost);

  std::vector<Strategy> strategies;
  for (const AlgorithmEntry* entry : entries)
    for (Strategy strategy : protocols_for(*entry)) {
      strategy.algorithm = entry->value;
      strategies.push_back(strategy);
    }
  return strategies;
}

std::vector<Strategy> strategies_for(const ChoiceOptions& options) {
  std::vector<Strategy> strategies = strategies_for(options.schedule.machine);
  const auto protocol = options.protocol;
  if (!protocol) {
    if (!options.with_lock)
      std::erase_if(strategies, [](const Strategy& strategy) { return strategy.protocol == Protocol::lock; });
    return strategies;
  }
  std::erase_if(strategies, [&](const Strategy& strategy) { return strategy.protocol != *protocol; });
  if (strategies.empty() || strategies.front().algorithm != Algorithm::ac)
    strategies.insert(strategies.begin(), {Algorithm::ac, *protocol});
  return strategies;
}

ScheduleOptions schedule_options(const Strategy& strategy, const ScheduleOptions& base,
                                 double bytes_per_unit) {
  ScheduleOptions options = base;
  options.algorithm = strategy.algorithm;
  const Costs& costs = base.machine.costs;
  const bool has_signals =
      strategy.protocol == Protocol::ready_signal || strategy.protocol == Protocol::pairwise_sync;
  const double phase = costs.start_up + costs.receive + (has_signals ? 2 * costs.signal : 0);
  // The bandwidth out of a rank that receives as much as it sends.
  const double bandwidth = costs.duplex == Costs::Duplex::half ? costs.bandwidth / 2 : costs.bandwidth;
  if (std::isfinite(bandwidth)) options.splitting.start_up = phase * bandwidth / bytes_per_unit;
  return options;
}

double replay_bound(const CommunicationMatrix& matrix, const Machine& machine, double bytes_per_unit,
                    bool staged) {
  const Costs& costs = machine.costs;
  const auto ranks = static_cast<std::size_t>(matrix.ranks());
  std::vector<double> processor(ranks), out(ranks), in(ranks);  // seconds by rank, bytes by host
  for (int from = 0; from < matrix.ranks(); ++from)
    for (const auto& [to, length] : matrix.destinations(from)) {
      const int host = machine.host_of(from), other = machine.host_of(to);
      processor[from] += host == other ? costs.host_start_up : costs.start_up;
      processor[to] += costs.receive;
      if (host == other) continue;
      const double bytes = static_cast<double>(length) * bytes_per_unit;
      out[host] += bytes;
      in[other] += bytes;
    }
  double bound = 0;
  for (std::size_t k = 0; k < ranks; ++k) {
    if (!staged) bound = std::max(bound, processor[k]);
    const double bytes = costs.duplex == Costs::Duplex::half ? out[k] + in[k] : std::max(out[k], in[k]);
    if (bytes > 0) bound = std::max(bound, costs.start_up + bytes / costs.bandwidth);
  }
  return bound;
}

double resolution_for(const CommunicationMatrix& matrix, const Machine& machine, double bytes_per_unit) {
  const double messages = static_cast<double>(count_messages(matrix)) / 1024;
  return messages <= 1 ? 0 : replay_bound(matrix, machine, bytes_per_unit) / 1000 * std::sqrt(messages);
}

Choice choose(const CommunicationMatrix& matrix, const ChoiceOptions& options) {
  const Machine& machine = options.schedule.machine;
  const double bounds[] = {replay_bound(matrix, machine, options.bytes_per_unit, false),
                           replay_bound(matrix, machine, options.bytes_per_unit, true)};
  const bool many = count_messages(matrix) > many_messages;
  const double resolution = resolution_for(matrix, machine, options.bytes_per_unit);
  const auto seconds = [&](const Strategy& strategy, const Schedule& schedule, double give_up) {
    return predict(schedule.tables,
                   {.protocol = strategy.protocol,
                    .window = strategy.window,
                    .timed_idle = has_timed_idle(strategy.algorithm),
                    .seed = options.schedule.seed,
                    .resolution = resolution},
                   machine, options.bytes_per_unit, give_up);
  };
  Choice best;
  double least = std::numeric_limits<double>::infinity(), plain = least;
  std::optional<Schedule> schedule;
  const std::vector<Strategy> strategies = strategies_for(options);
  for (const Strategy& strategy : strategies) {
    if (many && !options.protocol && !is_among_few(strategy)) continue;
    const double building = building_seconds(strategy.algorithm, matrix, machine) / options.replays;
    if (building + bounds[is_staged(strategy.algorithm)] >= (1 - worth_it) * least) continue;
    const ScheduleOptions wanted = schedule_options(strategy, options.schedule, options.bytes_per_unit);
    if (!schedule || !have_one_schedule(schedule->options, wanted)) schedule = make_schedule(matrix, wanted);
    const double replay = seconds(strategy, *schedule, least - building);
    ++best.predicted;
    if (strategy == strategies.front()) plain = replay;
    if (building + replay >= least) continue;
    least = building + replay;
    if (best.predicted > 1) best.beaten.push_back(best.strategy);
    best.strategy = strategy;
    best.building = building_seconds(strategy.algorithm, matrix, machine);
    best.replay = replay;
  }
  best.reason = in_words(best, strategies.front(), plain, options);
  return best;
}

}  // namespace partita
