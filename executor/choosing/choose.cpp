#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

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

// Hosts of several ranks; messages that wait for links rather than share them.
enum class Where { everywhere, with_hosts, with_circuits };

struct Row {
  Strategy strategy;
  Where where = Where::everywhere;
};

// What is predicted, ascending by the cost of building. Without any one of them, some messages take at least
// a tenth longer. docs/choose_a_schedule.md tells what all together cost over every algorithm by every
// protocol.
constexpr Row rows[] = {{{Algorithm::ac}},
                        {{Algorithm::ac, {Protocol::windowed, 1}}},
                        {{Algorithm::pairwise}},
                        {{Algorithm::pairwise, {Protocol::windowed, 1}}},
                        {{Algorithm::pairwise, {Protocol::ready_signal}}},
                        {{Algorithm::pairwise, {Protocol::barrier}}},
                        {{Algorithm::colouring, {Protocol::windowed, 4}}},
                        {{Algorithm::colouring, {Protocol::barrier}}},
                        {{Algorithm::multiphase}},
                        {{Algorithm::standard_exchange}},
                        {{Algorithm::standard_exchange, {Protocol::ready_signal}}},
                        {{Algorithm::link_colouring, {Protocol::ready_signal}}, Where::with_circuits},
                        {{Algorithm::link_colouring, {Protocol::barrier}}, Where::with_circuits},
                        {{Algorithm::balanced, {Protocol::ready_signal}}},
                        {{Algorithm::balanced, {Protocol::barrier}}},
                        {{Algorithm::node_aware}, Where::with_hosts},
                        {{Algorithm::node_aware, {Protocol::ready_signal}}, Where::with_hosts}};

bool applies(const Row& row, const Machine& machine, int ranks) {
  if (row.where == Where::everywhere) return true;
  return ranks > machine.ranks_per_host &&
         (row.where == Where::with_hosts ? machine.ranks_per_host > 1
                                         : machine.costs.contention == Costs::Contention::queue);
}

// The rows for this machine; if a protocol is given, their algorithms by it. `lock` needs no order.
std::vector<Strategy> strategies_to_predict(const ChoiceOptions& options, int ranks) {
  std::vector<Strategy> found;
  for (const Row& row : rows) {
    Strategy strategy = row.strategy;
    if (options.protocol) {
      if (entry_of(*options.protocol).by_lock) strategy.algorithm = Algorithm::ac;
      if (*options.protocol != Protocol::windowed) strategy.way = {};
      strategy.way.protocol = *options.protocol;
    }
    if (applies(row, options.schedule.machine, ranks) && std::ranges::count(found, strategy) == 0)
      found.push_back(strategy);
  }
  return found;
}

// Messages are those of the matrix, about as many if relays join them. An algorithm that divides them sends
// parcels, twice.
double resolution_for(const CommunicationMatrix& matrix, const ReplayBounds& bounds, Algorithm algorithm) {
  const bool divides = entry_of(algorithm).divides_messages;
  double messages = 0;
  for (int rank = 0; rank < matrix.ranks(); ++rank) {
    const DestinationVector& row = matrix.destinations(rank);
    messages += static_cast<double>(divides ? 2 * std::min<Units>(total_length(row), matrix.ranks())
                                            : static_cast<Units>(row.size()));
  }
  if (messages <= (divides ? 4096 : 1024)) return 0;
  return bounds.of(Algorithm::ac) / 1000 * std::sqrt(messages / 1024);
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

ScheduleOptions schedule_options(const Strategy& strategy, const ScheduleOptions& base,
                                 double bytes_per_unit) {
  ScheduleOptions options = base;
  options.algorithm = strategy.algorithm;
  if (!entry_of(strategy.algorithm).weighs_start_up) return options;
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
  Choice best;
  double least = std::numeric_limits<double>::infinity(), plain = least;
  std::optional<Schedule> schedule;
  const std::vector<Strategy> strategies = strategies_to_predict(options, matrix.ranks());
  for (const Strategy& strategy : strategies) {
    const double building = building_seconds(strategy.algorithm, matrix, machine, has_matrix);
    const double share = building / options.replays;
    if (share + bounds.of(strategy.algorithm) >= (1 - worth_it) * least) continue;
    const ScheduleOptions wanted = schedule_options(strategy, options.schedule, options.bytes_per_unit);
    if (!schedule || fingerprint(schedule->options) != fingerprint(wanted))
      schedule = make_schedule(matrix, wanted);
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

std::vector<Strategy> detail::strategies_to_race(const Choice& choice, const CommunicationMatrix& matrix,
                                                 const ChoiceOptions& options) {
  constexpr double too_slow = 3;  // what is predicted this wrongly is not found by a race of four, either
  const Machine& machine = options.schedule.machine;
  const ReplayBounds bounds(matrix, machine, options.bytes_per_unit);
  const auto seconds = [&](const Strategy& strategy, double give_up) {
    const Schedule schedule =
        make_schedule(matrix, schedule_options(strategy, options.schedule, options.bytes_per_unit));
    return predicted_replay(strategy, schedule, matrix, bounds, options, give_up);
  };
  const double limit = too_slow * choice.replay;
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
