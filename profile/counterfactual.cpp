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

double link_part(const Transit& transit) {
  return transit.link > 0 ? transit.link / (transit.link + transit.queued) : 0;
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
    std::vector<Message> messages;
    const int me = static_cast<int>(r);
    for (const Event& event : rank.events) {
      using Kind = Action::Kind;
      if (event.kind == Event::Kind::message) {
        const std::vector<MessageSums>& sums = rank.activities[event.activity].messages;
        const auto of = std::ranges::find_if(sums, [&](const MessageSums& one) {
          return one.from == event.partner && one.phase == event.phase;
        });
        routes_[rank.activities[event.activity].name].insert({event.partner, me});
        const bool between = of != sums.end() && of->between_hosts;
        const Expected& model = between ? recorder.between_hosts : recorder.within_host;
        const double least = model.seconds(1, static_cast<double>(event.bytes));
        messages.push_back({event.partner, event.first, event.second, event.last,
                            (between ? causes.slower_between : causes.slower_within) * (least + event.other), least,
                            between ? link_part(causes.divide(*of, recorder)) : 0,
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
  std::erase_if(causes.all, [](const Cause& cause) { return cause.seconds <= 0; });
  for (Cause& cause : causes.all) cause.saved = saved(&cause);
  std::ranges::stable_sort(causes.all, std::greater(), &Cause::saved);
}

double Counterfactual::mended_part(const Cause& cause, const Message& message, const Action& finish) const {
  const auto is_of_host = [&](int rank) {
    return hosts_[static_cast<std::size_t>(rank)] == hosts_[static_cast<std::size_t>(cause.rank)];
  };
  switch (cause.kind) {
    case Cause::Kind::link:
      return cause.rank == message.from && cause.other == finish.rank ? message.link : 0;
    case Cause::Kind::links_of_host:
      return is_of_host(message.from) != is_of_host(finish.rank) ? message.link : 0;
    case Cause::Kind::queue:
      return cause.rank == finish.rank ? 1 - message.link : 0;
    case Cause::Kind::queues:
      return cause.name == calls_[finish.call].name ? 1 - message.link : 0;
    default:
      return 0;
  }
}

double Counterfactual::saved(const Cause* without) const {
  using Kind = Action::Kind;
  const auto mends = [&](Cause::Kind kind) { return without != nullptr && without->kind == kind; };
  std::vector<double> shift(ranks_, 0), last(ranks_, 0), last_before(ranks_, 0);
  std::vector begun(calls_.size(), std::vector(ranks_, unknown)), began_before = begun;  // by call and rank
  std::vector<double> entered(calls_.size(), -std::numeric_limits<double>::infinity());
  for (const Action& action : actions_) {
    double& mine = shift[static_cast<std::size_t>(action.rank)];
    if (mends(Cause::Kind::late_rank) && without->rank == action.rank)
      mine -= std::max(0.0, action.computed - action.by_others);
    double now = action.at + mine;
    switch (action.kind) {
      case Kind::begin:
        begun[action.call][static_cast<std::size_t>(action.rank)] = now;
        began_before[action.call][static_cast<std::size_t>(action.rank)] = action.at;
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
          double travels = message.arrived - std::max(message.sent, here_before);
          if (!message.is_awaited) travels = std::min(travels, message.least);
          if (without != nullptr)
            travels -= mended_part(*without, message, action) * std::max(0.0, travels - message.mended);
          ready = std::max(ready, message.is_awaited ? message.arrived : action.since);
          ready_now = std::max(ready_now, std::max(sent, here) + travels);
        }
        // A receiver of this rank may have had no room before it began.
        const std::size_t before = calls_[action.call].before;
        for (int receiver = 0; receiver < static_cast<int>(ranks_); ++receiver) {
          const double began = began_before[before][static_cast<std::size_t>(receiver)];
          if (!(began > ready && began < action.at) || !routes_.at(calls_[action.call].name).contains({action.rank, receiver})) continue;
          ready = began;
          ready_now = std::max(ready_now, begun[before][static_cast<std::size_t>(receiver)]);
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
