#include <optional>
#include <utility>

#include <partita/executor/choosing/make_director.hpp>
#include <partita/executor/planned_exchange.hpp>
#include <partita/support/collectively.hpp>

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

FieldExchange::Parts parts_of(MessageContents contents, const Plan& plan, bool scatters) {
  const MessageVectors& vectors = contents.vectors();
  check(vectors, plan);
  const std::string called = plan.name.empty() ? name_of_messages(vectors) : plan.name;
  const auto replays = [&](Direction direction) {
    return make_directed_replay(vectors, plan, direction, contents.granule(), called);
  };
  DirectedReplay gather = replays(Direction::gather);
  std::optional<DirectedReplay> scatter;
  if (scatters) scatter.emplace(replays(Direction::scatter));
  return {std::move(contents), std::move(gather), std::move(scatter)};
}

}  // namespace

PlannedExchange::PlannedExchange(MessageContents contents, Plan plan, bool scatter)
    : FieldExchange(parts_of(std::move(contents), plan, scatter)), plan_(std::move(plan)) {}

Plan PlannedExchange::plan() const { return plan_now(plan_, gather_replay(), scatter_replay()); }

bool PlannedExchange::has_raced() const {
  return has_decided(gather_replay()) || (scatter_replay() != nullptr && has_decided(*scatter_replay()));
}

}  // namespace partita::detail
