#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include <partita/executor/choosing/racing_director.hpp>
#include <partita/executor/planned_exchange.hpp>
#include <partita/executor/replay/make_replay.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/duration.hpp>

namespace partita::detail {

namespace {

// An index array that has changed gives another pattern, often one of the same lengths.
void check(const MessageVectors& vectors, const Plan& plan) {
  collectively(vectors.communicator, [&] {
    if (plan.pattern != vectors.fingerprint)
      throw Error("the plan is for another access pattern than rank ", vectors.communicator.rank(),
                  "'s; make a new plan whenever the pattern changes");
  });
}

std::unique_ptr<Director> make_director(const MessageContents& contents, const Plan& plan, Direction direction,
                                        const std::string& name) {
  const MessageVectors& vectors = contents.vectors();
  const bool gathers = direction == Direction::gather;
  std::vector<Replay> replays;
  const auto add = [&](const Strategy& strategy, const PhaseTable& table) {
    replays.push_back(
        make_replay(vectors, direction, strategy, table, plan.transport, contents.granule(), name));
  };
  add(plan.strategy(), gathers ? plan.gather : plan.scatter);
  if (plan.transport != Transport::neighbour)
    for (const auto& [strategy, tables] : plan.rivals) add(strategy, gathers ? tables.forward : tables.backward);
  if (replays.size() == 1) return std::make_unique<OneReplay>(std::move(replays.front()));
  return std::make_unique<RacingDirector>(vectors.communicator, std::move(replays),
                                          (gathers ? "gather of " : "scatter of ") + name);
}

FieldExchange make_field_exchange(MessageContents contents, const Plan& plan, const std::string& name,
                                  bool scatter) {
  check(contents.vectors(), plan);
  const std::string called = name.empty() ? name_of_messages(contents.vectors()) : name;
  std::unique_ptr<Director> gather = make_director(contents, plan, Direction::gather, called),
                            back = scatter ? make_director(contents, plan, Direction::scatter, called) : nullptr;
  return FieldExchange(std::move(contents), std::move(gather), std::move(back));
}

// "raced 70 replays: rs_n by windowed 1, 12.3 ms a replay; others: ac by post_all 19.9 ms".
std::string in_words(const Race& race, const std::vector<Strategy>& ways) {
  const auto took = [&](std::size_t way) {
    return race.seconds(way) > 0 ? time_of(race.seconds(way)) : std::string("not tried yet");
  };
  std::string all = race.is_over()              ? "raced nothing, because replays differ in length: "
                    : race.decided_after() > 0 ? text("raced for ", race.decided_after(), " replays: ")
                                               : text("racing, after ", race.replays(), " replays: ");
  all += text(name_of(ways[race.best()]), ", ", took(race.best()), " a replay");
  const char* before = "; others: ";
  for (std::size_t way = 0; way < ways.size(); ++way) {
    if (way == race.best()) continue;
    all += text(std::exchange(before, ", "), name_of(ways[way]), " ", took(way));
  }
  return all;
}

const Race* race_of(const DirectedReplay* replay) {
  const auto* racing = replay ? dynamic_cast<const RacingDirector*>(&replay->director()) : nullptr;
  return racing ? &racing->race() : nullptr;
}

}  // namespace

PlannedExchange::PlannedExchange(MessageContents contents, Plan plan, const std::string& name, bool scatter)
    : FieldExchange(make_field_exchange(std::move(contents), plan, name, scatter)), plan_(std::move(plan)) {}

Plan PlannedExchange::plan() const {
  Plan now = plan_;
  now.rivals.clear();
  const Race *gather = race_of(&gather_replay()), *scatter = race_of(scatter_replay());
  const Race* race = scatter != nullptr && scatter->replays() > gather->replays() ? scatter : gather;
  if (race == nullptr || race->replays() == 0) return now;
  std::vector<Strategy> ways{plan_.strategy()};
  for (const Rival& rival : plan_.rivals) ways.push_back(rival.strategy);
  if (race->best() > 0) {
    const auto& [strategy, tables] = plan_.rivals[race->best() - 1];
    now.schedule.algorithm = strategy.algorithm;
    now.way = strategy.way;
    now.gather = tables.forward;
    now.scatter = tables.backward;
  }
  now.reason = text(plan_.reason, "; ", in_words(*race, ways));
  return now;
}

}  // namespace partita::detail
