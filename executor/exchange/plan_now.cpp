#include <string>
#include <utility>
#include <vector>

#include <partita/executor/exchange/plan_now.hpp>
#include <partita/support/duration.hpp>

namespace partita::detail {

namespace {

// "raced for 70 replays: rs_n by windowed window=1, 12.3 ms a replay; others: ac by post_all 19.9 ms".
std::string race_in_words(const Race& race, const std::vector<Candidate>& candidates) {
  const auto took = [&](std::size_t candidate) {
    return race.seconds(candidate) > 0 ? time_of(race.seconds(candidate)) : std::string("not tried yet");
  };
  std::string all = race.decided_after() > 0 ? text("raced for ", race.decided_after(), " replays: ")
                    : race.is_over()         ? "raced nothing, because replays differ in length: "
                                             : text("racing, after ", race.replays(), " replays: ");
  all += text(name_of(candidates[race.best()].strategy()), ", ", took(race.best()), " a replay");
  const char* before = "; others: ";
  for (std::size_t candidate = 0; candidate < candidates.size(); ++candidate) {
    if (candidate == race.best()) continue;
    all += text(std::exchange(before, ", "), name_of(candidates[candidate].strategy()), " ", took(candidate));
  }
  return all;
}

}  // namespace

Plan plan_now(const Plan& plan, const Replays& gather, const Replays* scatter) {
  const Race* race = gather.race();
  if (race && scatter && scatter->race()->replays() > race->replays()) race = scatter->race();
  const bool has_begun = race != nullptr && race->replays() > 0;
  return {plan.pattern,
          {plan.candidates[has_begun ? race->best() : 0]},
          plan.transport,
          has_begun ? text(plan.reason, "; ", race_in_words(*race, plan.candidates)) : plan.reason,
          plan.name};
}

}  // namespace partita::detail
