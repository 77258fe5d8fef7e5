#include <algorithm>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include <partita/profile/counterfactual.hpp>

namespace partita::detail {

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

double median(std::vector<double> values) {
  const auto middle = values.begin() + (std::ssize(values) - 1) / 2;
  std::ranges::nth_element(values, middle);
  return *middle;
}

}  // namespace

Counterfactual::Counterfactual(const std::vector<RankProfile>& ranks, const Recorder& recorder,
                               const Causes& causes)
    : ranks_(ranks.size()) {
  double first = 0;
  for (const RankProfile& rank : ranks)
    first = std::max(first, rank.events.empty() ? rank.seconds : rank.events.front().first);

  std::map<std::pair<std::string, std::uint64_t>, std::size_t> numbers;
  std::map<std::string, std::uint64_t> replays;
  for (std::size_t r = 0; r < ranks.size(); ++r) {
    const RankProfile& rank = ranks[r];
    const auto call = [&](const Event& event) {
      const Activity& activity = rank.activities[event.activity];
      const auto [known, is_new] =
          numbers.try_emplace({activity.kind + ' ' + activity.name, event.number}, calls_.size());
      if (is_new) calls_.push_back({activity.name});
      return known->second;
    };
    std::vector<Message> messages;
    const int me = static_cast<int>(r);
    for (const Event& event : rank.events) {
      using Kind = Action::Kind;
      if (event.kind == Event::Kind::message) {
        const std::vector<MessageSums>& sums = rank.activities[event.activity].messages;
        const auto of = std::ranges::find_if(sums, [&](const MessageSums& one) {
          return one.from == event.partner && one.phase == event.phase;
        });
        const bool between = of != sums.end() && of->between_hosts;
        const Expected& model = between ? recorder.between_hosts : recorder.within_host;
        const double least = model.seconds(1, static_cast<double>(event.bytes));
        messages.push_back({event.partner, event.first, event.second, event.last,
                            (between ? causes.slower_between : causes.slower_within) * least, least,
                            event.is_awaited});
      }
      if (event.kind == Event::Kind::replay) {
        if (event.first >= first) {
          const std::size_t which = call(event);
          actions_.push_back({Kind::begin, me, which, event.first, event.first});
          actions_.push_back({Kind::finish, me, which, event.last, event.second, 0, 0, messages});
          if (r == 0) steps_ = std::max(steps_, ++replays[calls_[which].name]);
        }
        messages.clear();
      }
      if (event.kind == Event::Kind::collective && event.first >= first) {
        const std::size_t which = call(event);
        actions_.push_back({Kind::enter, me, which, event.first, event.first});
        actions_.push_back({Kind::leave, me, which, event.last, std::max(event.first, event.second)});
      }
    }
  }
  std::ranges::stable_sort(actions_, {}, &Action::at);
  find_what_others_compute();
  if (!actions_.empty()) seconds_ = actions_.back().at - first;
}

// What a rank has computed before an action lasts from the end of its action before to the call.
void Counterfactual::find_what_others_compute() {
  std::vector<double> ended(ranks_, unknown);
  std::map<std::pair<std::size_t, Action::Kind>, std::vector<std::pair<int, double>>> all;
  for (Action& action : actions_) {
    double& before = ended[static_cast<std::size_t>(action.rank)];
    const bool is_call = action.kind != Action::Kind::leave;
    if (is_call && before == before) {
      const double called = action.kind == Action::Kind::finish ? action.since : action.at;
      action.computed = std::max(0.0, called - before);
      all[{action.call, action.kind}].push_back({action.rank, action.computed});
    }
    before = action.at;
  }
  for (Action& action : actions_) {
    action.by_others = action.computed;
    const auto known = all.find({action.call, action.kind});
    if (known == all.end()) continue;
    std::vector<double> others;
    for (const auto& [rank, computed] : known->second)
      if (rank != action.rank) others.push_back(computed);
    if (!others.empty()) action.by_others = median(std::move(others));
  }
}

void Counterfactual::weigh(Causes& causes) const {
  constexpr std::size_t most = 20;
  causes.all.resize(std::min(most, causes.all.size()));
  for (Cause& cause : causes.all) cause.saved = saved(&cause);
  std::ranges::stable_sort(causes.all, std::greater(), &Cause::saved);
}

double Counterfactual::saved(const Cause* without) const {
  using Kind = Action::Kind;
  const auto mends = [&](Cause::Kind kind) { return without != nullptr && without->kind == kind; };
  std::vector<double> shift(ranks_, 0), last(ranks_, 0), last_before(ranks_, 0);
  std::vector<std::vector<double>> begun(calls_.size());  // by call and rank
  std::vector<double> entered(calls_.size(), -std::numeric_limits<double>::infinity());
  for (const Action& action : actions_) {
    double& mine = shift[static_cast<std::size_t>(action.rank)];
    if (mends(Cause::Kind::late_rank) && without->rank == action.rank)
      mine -= std::max(0.0, action.computed - action.by_others);
    double now = action.at + mine;
    switch (action.kind) {
      case Kind::begin:
        begun[action.call].resize(ranks_, unknown);
        begun[action.call][static_cast<std::size_t>(action.rank)] = now;
        break;
      case Kind::enter:
        entered[action.call] = std::max(entered[action.call], now);
        break;
      case Kind::leave:
        now = entered[action.call] + (action.at - action.since);
        break;
      case Kind::finish: {
        const std::vector<double>& of_call = begun[action.call];
        double ready = action.since, ready_now = action.since + mine;
        for (const Message& message : action.messages) {
          const double there = of_call[static_cast<std::size_t>(message.from)];
          const double here = of_call[static_cast<std::size_t>(action.rank)];
          const double here_before = here - mine;  // about: nothing else moves a rank between its two calls
          double sent = message.sent;
          if (there == there) {
            const bool waits_for_both = message.sent > std::max(message.begun, here_before);
            sent = waits_for_both ? std::max(there, here) + (message.sent - std::max(message.begun, here_before))
                                  : there + (message.sent - message.begun);
            if (mends(Cause::Kind::plan) && without->name == calls_[action.call].name) sent = there;
          }
          double travels = message.arrived - message.sent;
          if (!message.is_awaited) travels = std::min(travels, message.least);
          const bool is_mended = (mends(Cause::Kind::link) && without->rank == message.from && without->other == action.rank) ||
                                 (mends(Cause::Kind::queue) && without->rank == action.rank);
          if (is_mended) travels = std::min(travels, message.alone);
          ready = std::max(ready, message.is_awaited ? message.arrived : action.since);
          ready_now = std::max(ready_now, sent + travels);
        }
        now = ready_now + (action.at - ready);
        break;
      }
    }
    mine = now - action.at;
    last[static_cast<std::size_t>(action.rank)] = now;
    last_before[static_cast<std::size_t>(action.rank)] = action.at;
  }
  const auto latest = [](const std::vector<double>& all) { return all.empty() ? 0 : *std::ranges::max_element(all); };
  return latest(last_before) - latest(last);
}

}  // namespace partita::detail
