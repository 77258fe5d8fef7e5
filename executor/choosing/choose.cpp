#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <optional>
#include <span>
#include <tuple>

#include <partita/executor/choosing/building.hpp>
#include <partita/executor/choosing/choose.hpp>
#include <partita/executor/choosing/replay_bound.hpp>
#include <partita/executor/prediction/predict.hpp>
#include <partita/schedule/algorithm_entry.hpp>
#include <partita/schedule/schedule.hpp>
#include <partita/support/duration.hpp>

namespace partita {

using namespace detail;

namespace {

// A smaller share of S/R + C is not worth a search.
constexpr double worth_it = 0.01;

// Most messages of a replay for which every strategy is predicted.
constexpr std::size_t many_messages = 4096;

// Most pieces on the machine with which `two_stage` is predicted: those of one long message a rank on 256
// ranks, or of 16 on 64 ranks. Such a prediction takes a few seconds.
constexpr std::size_t most_pieces = 65536;

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

// The ways that suit an algorithm. Signals and barriers keep phases apart, so an unordered algorithm
// does not need them. A relay waits for what it forwards under any protocol.
std::span<const Way> ways_for(const AlgorithmEntry& entry) {
  static constexpr Way without_order[] = {{Protocol::post_all}, {Protocol::windowed, 1}, {Protocol::lock}};
  static constexpr Way in_phases[] = {{Protocol::post_all},      {Protocol::windowed, 1},
                                      {Protocol::windowed, 4},   {Protocol::ready_signal},
                                      {Protocol::pairwise_sync}, {Protocol::barrier}};
  static constexpr Way relayed[] = {{Protocol::post_all}, {Protocol::ready_signal}};
  if (entry.staged) return relayed;
  if (entry.ordered) return in_phases;
  return without_order;
}

// Of many messages these few are predicted: they differ most. Where circuits queue, a shared link costs most,
// so there one that avoids it is among them.
bool is_among_few(const Strategy& strategy, const Machine& machine) {
  static constexpr Strategy of_circuits{Algorithm::link_colouring, {Protocol::barrier}};
  static constexpr Strategy few[] = {{Algorithm::ac},
                                     {Algorithm::lp, {Protocol::pairwise_sync}},
                                     {Algorithm::pairwise, {Protocol::windowed, 4}},
                                     {Algorithm::rs_n, {Protocol::windowed, 1}},
                                     {Algorithm::colouring, {Protocol::windowed, 1}},
                                     {Algorithm::colouring, {Protocol::windowed, 4}},
                                     {Algorithm::standard_exchange},
                                     {Algorithm::node_aware},
                                     {Algorithm::two_stage},
                                     {Algorithm::two_stage, {Protocol::ready_signal}}};
  return std::find(std::begin(few), std::end(few), strategy) != std::end(few) ||
         (strategy == of_circuits && machine.costs.contention == Costs::Contention::queue);
}

// Messages of a replay; about as many if relays join messages.
double count_messages(const CommunicationMatrix& matrix, Algorithm algorithm) {
  double messages = 0, parcels = 0;
  for (int rank = 0; rank < matrix.ranks(); ++rank) {
    const DestinationVector& row = matrix.destinations(rank);
    messages += static_cast<double>(row.size());
    parcels += static_cast<double>(std::min<Units>(total_length(row), matrix.ranks()));
  }
  return entry_of(algorithm).divides_messages ? 2 * parcels : messages;
}

double resolution_for(const CommunicationMatrix& matrix, const ReplayBounds& bounds, Algorithm algorithm) {
  const bool divides = entry_of(algorithm).divides_messages;
  const double messages = count_messages(matrix, algorithm);
  if (messages <= (divides ? 4096 : 1024)) return 0;
  return bounds.of(divides ? algorithm : Algorithm::ac) / 1000 * std::sqrt(messages / 1024);
}

// Pieces if each message is divided among all ranks.
double count_pieces(const CommunicationMatrix& matrix) {
  double pieces = 0;
  for (int rank = 0; rank < matrix.ranks(); ++rank)
    for (const MatrixEntry& message : matrix.destinations(rank))
      pieces += static_cast<double>(std::min<Units>(message.length, matrix.ranks()));
  return pieces;
}

// Whether options that `schedule_options` made of one base give the same schedule.
bool have_one_schedule(const ScheduleOptions& a, const ScheduleOptions& b) {
  return a.algorithm == b.algorithm && (!entry_of(a.algorithm).weighs_start_up || a.start_up == b.start_up);
}

// Seconds of one of many replays in a row; infinity if it takes `give_up` or longer. A port passes at once
// what it has saved up in a pause (Costs::burst), which replays in a row do not leave it: they take as long
// as the ports need for their bytes. What may be lost (Costs::loss) is known, not how often: where few
// messages meet, few are.
double predicted_replay(const Strategy& strategy, const Schedule& schedule, const CommunicationMatrix& matrix,
                        const ReplayBounds& bounds, const ChoiceOptions& options, double give_up) {
  Machine machine = options.schedule.machine;
  if (entry_of(strategy.way.protocol.of_stage(0)).keeps_apart()) machine.costs.loss = 0;
  const double bytes = options.bytes_per_unit;
  const double alone = predict(schedule.tables,
                               {.way = strategy.way,
                                .timed_idle = has_timed_idle(strategy.algorithm),
                                .seed = options.schedule.seed,
                                .resolution = resolution_for(matrix, bounds, strategy.algorithm)},
                               machine, bytes, give_up);
  if (machine.costs.burst == 0) return alone;
  const double in_a_row = std::max(alone, bounds.of(strategy.algorithm));
  return in_a_row < give_up ? in_a_row : std::numeric_limits<double>::infinity();
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

std::vector<Strategy> detail::strategies_for(const ChoiceOptions& options, int ranks) {
  std::vector<const AlgorithmEntry*> entries;
  for (const AlgorithmEntry& entry : algorithm_entries())
    if (is_considered(entry, options.schedule.machine, ranks)) entries.push_back(&entry);
  const auto cost = [](const AlgorithmEntry* entry) {
    return std::tuple(entry->divides_messages, entry->building_nanoseconds, entry->staged,
                      entry->avoids_link_contention, entry->splits_messages);
  };
  std::ranges::stable_sort(entries, {}, cost);

  const auto is_allowed = [&](Protocol protocol) {
    return options.protocol ? protocol == *options.protocol : options.with_lock || protocol != Protocol::lock;
  };
  std::vector<Strategy> strategies;
  for (const AlgorithmEntry* entry : entries)
    for (const Way& way : ways_for(*entry))
      if (is_allowed(way.protocol.of_stage(0))) strategies.push_back({entry->value, way});
  if (options.protocol && (strategies.empty() || strategies.front().algorithm != Algorithm::ac))
    strategies.insert(strategies.begin(), {Algorithm::ac, {*options.protocol}});
  return strategies;
}

ScheduleOptions schedule_options(const Strategy& strategy, const ScheduleOptions& base,
                                 double bytes_per_unit) {
  ScheduleOptions options = base;
  options.algorithm = strategy.algorithm;
  const Costs& costs = base.machine.costs;
  const ProtocolEntry& by = entry_of(strategy.way.protocol.of_stage(0));
  const double phase = costs.start_up + costs.receive +
                       (by.signals != Signals::none ? costs.signal + costs.signal_receive : 0) +
                       (by.is_expected() ? 0 : costs.reservation);
  // The bandwidth out of a rank that receives as much as it sends.
  const double bandwidth = costs.duplex == Costs::Duplex::half ? costs.bandwidth / 2 : costs.bandwidth;
  if (std::isfinite(bandwidth)) options.start_up = phase * bandwidth / bytes_per_unit;
  return options;
}

double resolution_for(const CommunicationMatrix& matrix, const Machine& machine, double bytes_per_unit,
                      Algorithm algorithm) {
  return resolution_for(matrix, ReplayBounds(matrix, machine, bytes_per_unit), algorithm);
}

Choice choose(const CommunicationMatrix& matrix, const ChoiceOptions& options) {
  return detail::choose(matrix, options, /*has_matrix=*/false);
}

Choice detail::choose(const CommunicationMatrix& matrix, const ChoiceOptions& options, bool has_matrix) {
  const Machine& machine = options.schedule.machine;
  const ReplayBounds bounds(matrix, machine, options.bytes_per_unit);
  const bool too_many_pieces = count_pieces(matrix) > most_pieces;
  Choice best;
  double least = std::numeric_limits<double>::infinity(), plain = least;
  std::optional<Schedule> schedule;
  const std::vector<Strategy> strategies = strategies_for(options, matrix.ranks());
  for (const Strategy& strategy : strategies) {
    if (entry_of(strategy.algorithm).divides_messages && too_many_pieces) continue;
    const bool many = count_messages(matrix, strategy.algorithm) > many_messages;
    if (many && !options.protocol && !is_among_few(strategy, machine)) continue;
    const double building = building_seconds(strategy.algorithm, matrix, machine, has_matrix);
    const double share = building / options.replays;
    if (share + bounds.of(strategy.algorithm) >= (1 - worth_it) * least) continue;
    const ScheduleOptions wanted = schedule_options(strategy, options.schedule, options.bytes_per_unit);
    if (!schedule || !have_one_schedule(schedule->options, wanted)) schedule = make_schedule(matrix, wanted);
    const double replay = predicted_replay(strategy, *schedule, matrix, bounds, options, least - share);
    ++best.predicted;
    if (strategy == strategies.front()) plain = replay;
    if (share + replay >= least) continue;
    least = share + replay;
    best.strategy = strategy;
    best.building = building;
    best.replay = replay;
  }
  best.reason = in_words(best, strategies.front(), plain, options);
  return best;
}

std::vector<Strategy> detail::racers(const Choice& choice, const CommunicationMatrix& matrix,
                                     const ChoiceOptions& options) {
  constexpr double too_slow = 3;  // what is predicted this wrongly is not found by a race of four, either
  const Machine& machine = options.schedule.machine;
  const ReplayBounds bounds(matrix, machine, options.bytes_per_unit);
  const auto seconds = [&](const Strategy& strategy, double give_up) {
    const Schedule schedule =
        make_schedule(matrix, schedule_options(strategy, options.schedule, options.bytes_per_unit));
    return predicted_replay(strategy, schedule, matrix, bounds, options, give_up);
  };
  const double limit =
      machine.costs_are_guessed ? std::numeric_limits<double>::infinity() : too_slow * choice.replay;
  const Strategy separated = machine.ranks_per_host > 1
                                 ? Strategy{Algorithm::node_aware, {Protocol::ready_signal}}
                                 : Strategy{Algorithm::colouring, {Protocol::barrier}};
  std::vector<std::pair<double, Strategy>> others;
  for (const Strategy& other :
       {Strategy{}, Strategy{Algorithm::colouring, {Protocol::ready_signal}}, separated}) {
    if (other == choice.strategy || (options.protocol && other.way.protocol != *options.protocol)) continue;
    const double predicted = seconds(other, limit);
    if (predicted < limit) others.emplace_back(predicted, other);
  }
  std::ranges::stable_sort(others, {}, &std::pair<double, Strategy>::first);
  std::vector<Strategy> all{choice.strategy};
  for (const auto& [predicted, other] : others) all.push_back(other);
  return all;
}

}  // namespace partita
