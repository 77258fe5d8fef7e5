#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include <partita/executor/choice/predicted_replay.hpp>
#include <partita/executor/choice/risk.hpp>
#include <partita/executor/choice/rivals.hpp>
#include <partita/schedule/algorithm_entry.hpp>
#include <partita/schedule/schedule.hpp>

namespace partita::detail {

namespace {

// `windowed`: one of a rank's sends after the other; `wide`: several under way.
enum class Kind { at_once, in_order, windowed, wide, signalled, separated, relayed_at_once, relayed };

// Over the chosen.
constexpr double too_slow = 2;
constexpr double much_too_slow = 5;  // for kinds that win most often, or that lose few messages
constexpr double surely_lost = 3;    // all at once, where the machine knows what is lost

Kind kind_of(const Strategy& strategy) {
  const AlgorithmEntry& entry = entry_of(strategy.algorithm);
  if (entry.staged) return strategy.protocol == Protocol::post_all ? Kind::relayed_at_once : Kind::relayed;
  if (strategy.protocol == Protocol::windowed) return strategy.window == 1 ? Kind::windowed : Kind::wide;
  if (strategy.protocol == Protocol::post_all) return entry.ordered ? Kind::in_order : Kind::at_once;
  return strategy.protocol == Protocol::barrier ? Kind::separated : Kind::signalled;
}

bool lengths_differ(const CommunicationMatrix& matrix) {
  std::optional<Units> length;
  for (int rank = 0; rank < matrix.ranks(); ++rank)
    for (const MatrixEntry& message : matrix.destinations(rank)) {
      if (length && *length != message.length) return true;
      length = message.length;
    }
  return false;
}

// Whether phases are as few as there can be, or as links allow. Random ones are more.
bool has_few_phases(Algorithm algorithm) {
  return algorithm == Algorithm::colouring || algorithm == Algorithm::balanced ||
         entry_of(algorithm).avoids_link_contention;
}

// Whether it stands for all of its kind. Pairs of ranks that exchange are no ring, and sends one after the
// other in no order meet in receivers: TCP tells them apart, most models do not.
bool is_typical(const Strategy& strategy) {
  return strategy == Strategy{} || entry_of(strategy.algorithm).staged || has_few_phases(strategy.algorithm);
}

bool is_candidate(const Strategy& strategy, const Strategy& chosen) {
  const Algorithm of = strategy.algorithm;
  const bool is_plain = strategy == Strategy{};
  const bool in_phases = of == Algorithm::colouring || of == Algorithm::balanced ||
                         (of == chosen.algorithm && has_few_phases(of));
  const bool by_usual = strategy.protocol == Protocol::post_all || kind_of(strategy) == Kind::windowed ||
                        strategy.protocol == Protocol::ready_signal || strategy.protocol == Protocol::barrier;
  return is_plain || ((in_phases || of == Algorithm::node_aware) && by_usual);
}

}  // namespace

std::vector<PredictedStrategy> rivals_of(const Strategy& chosen, const CommunicationMatrix& matrix,
                                         const ChoiceOptions& options) {
  const Machine& machine = options.schedule.machine;
  const ReplayBounds bounds(matrix, machine, options.bytes_per_unit);
  const double burden = burden_of(matrix, options.bytes_per_unit);
  std::vector<Schedule> schedules;
  const auto schedule_of = [&](const Strategy& strategy) -> const Schedule& {
    const ScheduleOptions wanted = schedule_options(strategy, options.schedule, options.bytes_per_unit);
    const auto known = std::ranges::find_if(
        schedules, [&](const Schedule& one) { return have_one_schedule(one.options, wanted); });
    return known != schedules.end() ? *known : schedules.emplace_back(make_schedule(matrix, wanted));
  };
  const auto seconds = [&](const Strategy& strategy, double give_up) {
    return predicted_replay(strategy, schedule_of(strategy), matrix, bounds, options, give_up);
  };

  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double by_chosen = seconds(chosen, infinity);
  const bool is_lossy = may_lose(burden);
  // Where messages may be lost, windowed sends win most often, and which permutation of ranks a phase is then
  // matters by some percent that models do not see: two schedules stand for them. Two stand for sends that
  // wait for receivers, too, if lengths differ: `balanced` cuts messages, which gains less than it should, or
  // nothing.
  const bool is_nonuniform = lengths_differ(matrix);
  const auto group_of = [&](const Strategy& strategy) {
    const Kind kind = kind_of(strategy);
    const bool by_algorithm =
        (kind == Kind::windowed && is_lossy) || (kind == Kind::signalled && is_nonuniform);
    return std::pair(kind, by_algorithm ? strategy.algorithm : Algorithm::ac);
  };
  const auto limit_of = [&](const Strategy& strategy) {
    const bool may_surprise = kind_of(strategy) == Kind::windowed || (is_lossy && is_cautious(strategy));
    return may_surprise ? much_too_slow : too_slow;
  };
  std::map<std::pair<Kind, Algorithm>, PredictedStrategy> best;
  for (const Strategy& strategy : strategies_for(options, matrix.ranks())) {
    if (strategy == chosen || !is_candidate(strategy, chosen)) continue;
    const auto group = group_of(strategy);
    const Kind kind = group.first;
    if (group == group_of(chosen) && is_typical(chosen)) continue;
    const auto found = best.find(group);
    const double limit = found != best.end()      ? found->second.seconds
                         : kind != Kind::at_once  ? limit_of(strategy) * by_chosen
                         : machine.costs.loss > 0 ? surely_lost * by_chosen
                                                  : infinity;
    const double predicted = seconds(strategy, limit);
    if (predicted >= limit) continue;
    const double bound = bounds.of(strategy.algorithm);
    const double handicap = handicap_of(risk_of(strategy, machine, burden), predicted, bound, machine);
    best.insert_or_assign(group, PredictedStrategy{strategy, predicted, handicap});
  }

  std::vector<PredictedStrategy> rivals;
  for (const auto& [group, rival] : best) rivals.push_back(rival);
  std::ranges::sort(rivals, {}, [](const PredictedStrategy& rival) {
    return std::pair(rival.strategy == Strategy{}, rival.seconds);
  });
  std::map<Kind, int> of_kind{{kind_of(chosen), 1}};
  std::erase_if(rivals,
                [&](const PredictedStrategy& rival) { return ++of_kind[kind_of(rival.strategy)] > 2; });
  return rivals;
}

}  // namespace partita::detail
