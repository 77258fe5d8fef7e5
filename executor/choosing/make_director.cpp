#include <utility>
#include <vector>

#include <partita/executor/choosing/make_director.hpp>
#include <partita/executor/choosing/racing_director.hpp>
#include <partita/support/duration.hpp>

namespace partita::detail {

namespace {

// "raced for 70 replays: rs_n by windowed 1, 12.3 ms a replay; others: ac by post_all 19.9 ms".
std::string race_in_words(const Race& race, const std::vector<Strategy>& ways) {
  const auto took = [&](std::size_t way) {
    return race.seconds(way) > 0 ? time_of(race.seconds(way)) : std::string("not tried yet");
  };
  std::string all = race.decided_after() > 0 ? text("raced for ", race.decided_after(), " replays: ")
                    : race.is_over()         ? "raced nothing, because replays differ in length: "
                                             : text("racing, after ", race.replays(), " replays: ");
  all += text(name_of(ways[race.best()]), ", ", took(race.best()), " a replay");
  const char* before = "; others: ";
  for (std::size_t way = 0; way < ways.size(); ++way) {
    if (way == race.best()) continue;
    all += text(std::exchange(before, ", "), name_of(ways[way]), " ", took(way));
  }
  return all;
}

const Race* race_of(const DirectedReplay& replays) {
  const auto* racing = dynamic_cast<const RacingDirector*>(replays.director());
  return racing ? &racing->race() : nullptr;
}

}  // namespace

DirectedReplay make_directed_replay(const MessageVectors& vectors, const Plan& plan, Direction direction,
                                    std::size_t unit_bytes, const std::string& name) {
  const bool gathers = direction == Direction::gather;
  std::vector<Replay> replays;
  const auto add = [&](const Strategy& strategy, const PhaseTable& table) {
    replays.push_back(make_replay(vectors, direction, strategy, table, plan.transport, unit_bytes, name));
  };
  add(plan.strategy(), gathers ? plan.gather : plan.scatter);
  for (const auto& [strategy, tables] : plan.rivals)
    add(strategy, gathers ? tables.forward : tables.backward);
  if (replays.size() == 1) return DirectedReplay(std::move(replays));
  auto race = std::make_unique<RacingDirector>(vectors.communicator, replays.size(),
                                               (gathers ? "gather of " : "scatter of ") + name);
  return DirectedReplay(std::move(replays), std::move(race));
}

Plan plan_now(const Plan& plan, const DirectedReplay& gathers, const DirectedReplay* scatters) {
  Plan now = plan;
  now.rivals.clear();
  const Race *gather = race_of(gathers), *scatter = scatters ? race_of(*scatters) : nullptr;
  const Race* race = scatter != nullptr && scatter->replays() > gather->replays() ? scatter : gather;
  if (race == nullptr || race->replays() == 0) return now;
  std::vector<Strategy> ways{plan.strategy()};
  for (const Rival& rival : plan.rivals) ways.push_back(rival.strategy);
  if (race->best() > 0) {
    const auto& [strategy, tables] = plan.rivals[race->best() - 1];
    now.schedule.algorithm = strategy.algorithm;
    now.way = strategy.way;
    now.gather = tables.forward;
    now.scatter = tables.backward;
  }
  now.reason = text(plan.reason, "; ", race_in_words(*race, ways));
  return now;
}

bool has_decided(const DirectedReplay& replays) {
  const Race* const race = race_of(replays);
  return race != nullptr && race->decided_after() > 0;
}

bool is_racing(const DirectedReplay& replays) {
  const Race* const race = race_of(replays);
  return race != nullptr && race->is_racing();
}

}  // namespace partita::detail
