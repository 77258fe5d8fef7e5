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
  for (const RankProfile& rank : ranks) first = std::max(first, rank.events_since);

  std::map<std::pair<std::string, std::uint64_t>, std::size_t> numbers;
  std::map<std::string, std::uint64_t> replays;
  for (std::size_t r = 0; r < ranks.size(); ++r) {
    const RankProfile& rank = ranks[r];
    hosts_.push_back(rank.host);
    const auto call = [&](const Event& event) {
      const Activity& activity = rank.activities[event.activity];
      const auto [known, is_new] =
          numbers.try_emplace({activity.kind + ' ' + activity.name, event.number}, calls_.size());
      if (is_new) {
        const auto before = numbers.find({known->first.first, event.number - 1});
        calls_.push_back({activity.name, before == numbers.end() ? known->second : before->second});
      }
      return known->second;
    };
    std::vector<Action> arrivals;
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
        const double usual = between ? causes.slower_between : causes.slower_within;
        arrivals.push_back({.kind = Kind::arrival,
                            .rank = me,
                            .call = 0,
                            .at = event.last,
                            .since = 0,
                            .from = event.partner,
                            .begun = event.first,
                            .sent = event.second,
                            .alone = usual * least,
                            .mended = usual * (least + event.other),
                            .least = least,
                            .is_awaited = event.is_awaited});
      }
      if (event.kind == Event::Kind::replay) {
        if (event.first >= first) {
          const std::size_t which = call(event);
          actions_.push_back({Kind::begin, me, which, event.first, event.first});
          for (Action& arrival : arrivals) {
            arrival.call = which;
            arrival.since = event.second;
            actions_.push_back(arrival);
          }
          actions_.push_back({Kind::finish, me, which, event.last, event.second});
          if (r == 0 && ++replays[calls_[which].name] > steps_) {
            often_ = calls_[which].name;
            steps_ = replays[often_];
          }
        }
        arrivals.clear();
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
  if (actions_.empty()) return;
  seconds_ = actions_.back().at - actions_.front().at;
}

// What a rank has computed before an action lasts from the end of its action before to the call.
void Counterfactual::find_what_others_compute() {
  std::vector<double> ended(ranks_, unknown);
  std::map<std::pair<std::size_t, Action::Kind>, std::vector<std::pair<int, double>>> all;
  for (Action& action : actions_) {
    double& before = ended[static_cast<std::size_t>(action.rank)];
    if (action.kind == Action::Kind::arrival) continue;
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
  constexpr double nearly = 0.9;
  causes.all.resize(std::min(most, causes.all.size()));
  std::erase_if(causes.all, [](const Cause& cause) { return cause.seconds <= 0; });
  for (Cause& cause : causes.all) cause.saved = saved(&cause);
  std::ranges::stable_sort(causes.all, std::greater(), &Cause::saved);
  const auto saves_less = [&](const Cause& cause) { return cause.saved < nearly * causes.all.front().saved; };
  const auto first = std::ranges::find_if(causes.all, saves_less);
  std::ranges::stable_sort(causes.all.begin(), first, std::greater(), &Cause::seconds);
}

bool Counterfactual::is_mended(const Cause& cause, const Action& arrival) const {
  const auto is_of_host = [&](int rank) {
    return hosts_[static_cast<std::size_t>(rank)] == hosts_[static_cast<std::size_t>(cause.rank)];
  };
  switch (cause.kind) {
    case Cause::Kind::link:
      return cause.rank == arrival.from && cause.other == arrival.rank;
    case Cause::Kind::links_of_host:
      return is_of_host(arrival.from) != is_of_host(arrival.rank);
    case Cause::Kind::queue:
      return cause.rank == arrival.rank;
    case Cause::Kind::queues:
      return cause.name == calls_[arrival.call].name;
    default:
      return false;
  }
}

double Counterfactual::saved(const Cause* without) const {
  using Kind = Action::Kind;
  const auto mends = [&](Cause::Kind kind) { return without != nullptr && without->kind == kind; };
  const auto hides = [&](const Action& action) {
    return mends(Cause::Kind::messages) && without->name == calls_[action.call].name;
  };
  std::vector<double> shift(ranks_, 0), last(ranks_, 0), last_before(ranks_, 0);
  std::vector began(calls_.size(), std::vector(ranks_, unknown)),
      begun = began;  // before, and now; by call and rank
  std::vector<std::vector<Arrived>> arrived(calls_.size());
  std::vector<double> entered(calls_.size(), -std::numeric_limits<double>::infinity());
  for (const Action& action : actions_) {
    double& mine = shift[static_cast<std::size_t>(action.rank)];
    if (mends(Cause::Kind::late_rank) && without->rank == action.rank)
      mine -= std::max(0.0, action.computed - action.by_others);
    double now = action.at + mine;
    switch (action.kind) {
      case Kind::begin:
        began[action.call][static_cast<std::size_t>(action.rank)] = action.at;
        begun[action.call][static_cast<std::size_t>(action.rank)] = now;
        break;
      case Kind::enter:
        entered[action.call] = std::max(entered[action.call], now);
        break;
      case Kind::leave:
        now = entered[action.call] + (hides(action) ? 0 : action.at - action.since);
        break;
      case Kind::arrival: {
        const double there = begun[action.call][static_cast<std::size_t>(action.from)];
        const double here = begun[action.call][static_cast<std::size_t>(action.rank)];
        const double here_before = here - mine;  // nothing else moves a rank between its two calls, as a rule
        double sent = action.sent;
        if (there == there) {
          const double both = std::max(action.begun, here_before);
          sent = action.sent > both ? std::max(there, here) + (action.sent - both)
                                    : there + (action.sent - action.begun);
          if (mends(Cause::Kind::plan) && without->name == calls_[action.call].name) sent = there;
        }
        double travels = action.at - std::max(action.sent, here_before);
        if (!action.is_awaited) travels = std::min(travels, action.least);
        if (without != nullptr && is_mended(*without, action)) travels = std::min(travels, action.mended);
        if (hides(action)) travels = std::max(0.0, travels - action.alone);
        arrived[action.call].push_back({action.from, action.rank,
                                        action.is_awaited ? action.at : action.since,
                                        std::max(sent, here) + travels});
        continue;
      }
      case Kind::finish: {
        double ready = action.since, ready_now = action.since + mine;
        const auto wait = [&](double before, double instead) {
          ready = std::max(ready, before);
          ready_now = std::max(ready_now, instead);
        };
        for (const Arrived& message : arrived[action.call])
          if (message.rank == action.rank) wait(message.before, message.now);
        const auto may_wait = [&](double before, double instead) {
          if (before > ready && before < action.at) wait(before, instead);
        };
        for (const Arrived& message : arrived[action.call])
          if (message.from == action.rank) may_wait(message.before, message.now);
        const std::size_t before = calls_[action.call].before;
        for (const Arrived& message : arrived[before]) {
          const auto receiver = static_cast<std::size_t>(message.rank);
          if (message.from == action.rank) may_wait(began[before][receiver], begun[before][receiver]);
        }
        now = ready_now + (action.at - ready);
        break;
      }
    }
    mine = now - action.at;
    last[static_cast<std::size_t>(action.rank)] = now;
    last_before[static_cast<std::size_t>(action.rank)] = action.at;
  }
  const auto latest = [](const std::vector<double>& all) {
    return all.empty() ? 0 : *std::ranges::max_element(all);
  };
  return latest(last_before) - latest(last);
}

}  // namespace partita::detail
