#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <optional>
#include <span>
#include <tuple>

#include <partita/executor/choice/building.hpp>
#include <partita/executor/choice/choose.hpp>
#include <partita/executor/choice/predicted_replay.hpp>
#include <partita/executor/choice/replay_bound.hpp>
#include <partita/executor/choice/risk.hpp>
#include <partita/schedule/algorithm_entry.hpp>
#include <partita/schedule/schedule.hpp>
#include <partita/support/duration.hpp>

namespace partita {

using namespace detail;

namespace {

// A smaller share of S/R + C is not worth a search.
constexpr double worth_it = 0.01;

bool is_considered(const AlgorithmEntry& entry, const Machine& machine, int ranks) {
  const bool several_hosts = ranks > machine.ranks_per_host;
  switch (entry.considered) {
    case Considered::never:
      return false;
    case Considered::always:
      return true;
    case Considered::with_links:
      return several_hosts && machine.links() > 0;
    case Considered::with_hosts:
      return several_hosts && machine.ranks_per_host > 1;
    case Considered::unless_power_of_two:
      return !std::has_single_bit(static_cast<unsigned>(ranks));
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

// Of many messages these few are predicted: they differ most. Where circuits queue, a shared link costs most,
// so there one that avoids it is among them.
bool is_among_few(const Strategy& strategy, const Machine& machine) {
  static constexpr Strategy of_circuits{Algorithm::link_colouring, Protocol::barrier};
  static constexpr Strategy few[] = {{Algorithm::ac},
                                     {Algorithm::lp, Protocol::pairwise_sync},
                                     {Algorithm::pairwise, Protocol::windowed, 4},
                                     {Algorithm::rs_n, Protocol::windowed, 1},
                                     {Algorithm::colouring, Protocol::windowed, 1},
                                     {Algorithm::colouring, Protocol::windowed, 4},
                                     {Algorithm::standard_exchange},
                                     {Algorithm::node_aware},
                                     {Algorithm::two_stage},
                                     {Algorithm::two_stage, Protocol::ready_signal}};
  return std::find(std::begin(few), std::end(few), strategy) != std::end(few) ||
         (strategy == of_circuits && machine.costs.contention == Costs::Contention::queue);
}

// Messages of a replay; about as many if relays join messages.
double count_messages(const CommunicationMatrix& matrix, Algorithm algorithm) {
  double messages = 0, parcels = 0;
  for (int rank = 0; rank < matrix.ranks(); ++rank) {
    Units sent = 0;
    for (const MatrixEntry& message : matrix.destinations(rank)) sent += message.length;
    messages += static_cast<double>(matrix.destinations(rank).size());
    parcels += static_cast<double>(std::min<Units>(sent, matrix.ranks()));
  }
  return entry_of(algorithm).divides_messages ? 2 * parcels : messages;
}

// Pieces if each message is divided among all ranks.
double count_pieces(const CommunicationMatrix& matrix) {
  double pieces = 0;
  for (int rank = 0; rank < matrix.ranks(); ++rank)
    for (const MatrixEntry& message : matrix.destinations(rank))
      pieces += static_cast<double>(std::min<Units>(message.length, matrix.ranks()));
  return pieces;
}

// The reason of a choice; `first` is the strategy that needs no building.
std::string in_words(const Choice& choice, const Strategy& first, double by_first,
                     const ChoiceOptions& options) {
  const std::string best = text(name_of(choice.strategy), ": ", time_of(choice.replay),
                                " a replay is predicted on ", options.schedule.machine.name());
  if (choice.strategy == first)
    return best + (choice.predicted > 1 ? text(", no more by any of ", choice.predicted, " strategies")
                                        : ", and no other strategy can be 1 % faster");
  if (by_first <= choice.replay)
    return text(best, ", ", time_of(by_first), " by ", name_of(first), ", which may lose messages; best of ",
                choice.predicted, " strategies");
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

std::vector<Strategy> strategies_for(const Machine& machine, int ranks) {
  std::vector<const AlgorithmEntry*> entries;
  for (const AlgorithmEntry& entry : algorithm_entries())
    if (is_considered(entry, machine, ranks)) entries.push_back(&entry);
  const auto cost = [](const AlgorithmEntry* entry) {
    return std::tuple(entry->divides_messages, entry->building_nanoseconds, entry->staged,
                      entry->avoids_link_contention, entry->splits_messages);
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

std::vector<Strategy> strategies_for(const ChoiceOptions& options, int ranks) {
  std::vector<Strategy> strategies = strategies_for(options.schedule.machine, ranks);
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
  const double phase =
      costs.start_up + costs.receive + (has_signals ? costs.signal + costs.signal_receive : 0);
  // The bandwidth out of a rank that receives as much as it sends.
  const double bandwidth = costs.duplex == Costs::Duplex::half ? costs.bandwidth / 2 : costs.bandwidth;
  if (std::isfinite(bandwidth)) options.splitting.start_up = phase * bandwidth / bytes_per_unit;
  return options;
}

bool detail::have_one_schedule(const ScheduleOptions& a, const ScheduleOptions& b) {
  return a.algorithm == b.algorithm &&
         (!entry_of(a.algorithm).weighs_start_up || a.splitting.start_up == b.splitting.start_up);
}

double resolution_for(const CommunicationMatrix& matrix, const Machine& machine, double bytes_per_unit,
                      Algorithm algorithm) {
  const bool divides = entry_of(algorithm).divides_messages;
  const double messages = count_messages(matrix, algorithm);
  if (messages <= (divides ? 4096 : 1024)) return 0;
  const double bound = replay_bound(matrix, machine, bytes_per_unit, divides ? algorithm : Algorithm::ac);
  return bound / 1000 * std::sqrt(messages / 1024);
}

Choice choose(const CommunicationMatrix& matrix, const ChoiceOptions& options) {
  const Machine& machine = options.schedule.machine;
  const ReplayBounds bounds(matrix, machine, options.bytes_per_unit);
  const double burden = burden_of(matrix, options.bytes_per_unit);
  const bool too_many_pieces = count_pieces(matrix) > most_pieces;
  Choice best;
  constexpr double never = std::numeric_limits<double>::infinity();
  double least = never, plain = never;
  std::optional<Schedule> schedule;
  const std::vector<Strategy> strategies = strategies_for(options, matrix.ranks());
  for (const Strategy& strategy : strategies) {
    const AlgorithmEntry& entry = entry_of(strategy.algorithm);
    if (entry.divides_messages && too_many_pieces) continue;
    const bool many = count_messages(matrix, strategy.algorithm) > many_messages;
    if (many && !options.protocol && !is_among_few(strategy, machine)) continue;
    const double building = building_seconds(strategy.algorithm, matrix, machine) / options.replays;
    const double bound = bounds.of(strategy.algorithm);
    const int risk = risk_of(strategy, machine, burden);
    const auto handicap = [&](double replay) { return handicap_of(risk, replay, bound, machine); };
    if (building + handicap(bound) * bound >= (1 - worth_it) * least) continue;
    const ScheduleOptions wanted = schedule_options(strategy, options.schedule, options.bytes_per_unit);
    if (!schedule || !have_one_schedule(schedule->options, wanted)) schedule = make_schedule(matrix, wanted);
    const double give_up = (least - building) / handicap(never);
    const double replay = predicted_replay(strategy, *schedule, matrix, bounds, options, give_up);
    ++best.predicted;
    if (strategy == strategies.front()) plain = replay;
    const double cost = building + handicap(replay) * replay;
    if (cost >= least) continue;
    least = cost;
    if (best.predicted > 1) best.beaten.push_back(best.strategy);
    best.strategy = strategy;
    best.building = building_seconds(strategy.algorithm, matrix, machine);
    best.replay = replay;
    best.handicap = handicap(replay);
  }
  best.reason = in_words(best, strategies.front(), plain, options);
  return best;
}

}  // namespace partita
