// From event to event.
#include <algorithm>

#include <partita/executor/prediction/simulated_ranks.hpp>

namespace partita::detail {

bool SimulatedRanks::can_learn() const {
  const std::vector<RankStage>& stages = ranks_.front().rules.part().stages;
  return std::ranges::any_of(
      stages, [&](const RankStage& stage) { return model_.timed_idle && may_idle(*stage.protocol); });
}

void SimulatedRanks::learn_from(const SimulatedRanks& before) {
  for (std::size_t rank = 0; rank < ranks_.size(); ++rank)
    ranks_[rank].rules.learn(before.ranks_[rank].rules.idle());
}

void SimulatedRanks::run(double give_up) {
  const double turn = machine_.costs.contention == Costs::Contention::queue ? turn_seconds : 0;
  for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
    ranks_[rank].rules.begin();
    ranks_[rank].found.resize(ranks_[rank].sends.size());
    ranks_[rank].locks.front().open = true;
    wake(rank, turn * static_cast<double>(rank));
  }
  std::vector<std::size_t> those;
  for (;;) {
    const double event = events_.empty() ? never : events_.top().time, message = network_->next();
    if (std::min(event, message) == never) break;
    now_ = std::min(event, message);
    if (now_ >= give_up) {
      end_ = never;
      return;
    }
    if (message <= event) {
      those = network_->advance(now_);
      for (const std::size_t one : those) through(one);
    } else {
      const Event next = events_.top();
      events_.pop();
      handle(next);
    }
    end_ = std::max(end_, now_);
  }
  for (const Rank& rank : ranks_)
    if (!rank.rules.is_complete()) refuse();
}

void SimulatedRanks::at(double time, Event::Kind kind, std::size_t what) {
  events_.push({kind, time, made_++, what});
}

void SimulatedRanks::wake(std::size_t rank, double time) {
  double& woken_at = ranks_[rank].woken_at;
  if (woken_at >= now_ && woken_at <= time) return;
  woken_at = time;
  at(time, Event::Kind::wake, rank);
}

void SimulatedRanks::handle(const Event& event) {
  switch (event.kind) {
    case Event::Kind::wake:
      if (ranks_[event.what].woken_at == event.time) ranks_[event.what].woken_at = -1;
      act(event.what);
      return;
    case Event::Kind::inject: {
      Message& message = messages_[event.what];
      message.injected_at = now_;
      message.interrupted_before = interrupted(message);
      if (on_one_host(message))
        at(now_ + message.bytes / machine_.costs.host_bandwidth, Event::Kind::arrive, event.what);
      else
        network_->enter(event.what, message.from, message.to, message.bytes, now_, message.flight);
      return;
    }
    case Event::Kind::through:
      through(event.what);
      return;
    case Event::Kind::arrive: {
      const auto to = static_cast<std::size_t>(messages_[event.what].to);
      if (on_one_host(messages_[event.what])) through(event.what);
      ranks_[to].inbox.push(event.what);
      wake(to, now_);
      return;
    }
    case Event::Kind::ask:
      ask(event.what);
      return;
    case Event::Kind::answer:
      answer(event.what);
      return;
    case Event::Kind::free: {
      const std::size_t stages = ranks_.front().locks.size();
      BusyLock& word = ranks_[event.what / stages].locks[event.what % stages].word;
      interrupt(event.what / stages);
      if (--word.coming == 0) word = {};
      return;
    }
  }
}

// The inquiry has come to the receiver.
void SimulatedRanks::ask(std::size_t me) {
  Rank& sender = ranks_[me];
  const RulesState& state = sender.rules.state();
  const Message& message = messages_[sender.sends[state.asked]];
  Lock& lock = ranks_[message.to].locks[state.stage];
  ++inquiries_;
  interrupt(message.to);
  sender.granted = lock.open && lock.word == sender.expects;
  sender.found[state.asked] = lock;
  if (sender.granted) lock.word = sender.makes;
  at(now_ + machine_.costs.inquiry_seconds() + flight_seconds(machine_, message.from, message.to),
     Event::Kind::answer, me);
}

// As ReceiverLocks::take.
void SimulatedRanks::answer(std::size_t me) {
  Rank& rank = ranks_[me];
  rank.busy_until = std::max(rank.busy_until, rank.freed_by);
  const auto& [is_open, word] = rank.found[rank.rules.state().asked];
  if (rank.granted) {
    rank.rules.lock_granted();
    perform(rank.rules.next(now_), rank, me);
  } else if (is_open && word.coming == 0) {
    return inquire({}, rank, me);
  } else {
    // Where inquiries cost nothing, they would go on for ever at one time.
    const double least = 1e-3 * transfer(messages_[rank.sends[rank.rules.state().asked]]);
    const double busy = is_open ? word.busy_seconds(lock_, now_) : 0;
    rank.rules.lock_busy(now_ + std::max(busy, least));
  }
  wake(me, now_);
}

// While one of its ends is interrupted, a message rests: that time is added at its end, during which further
// inquiries may come.
bool SimulatedRanks::rests(std::size_t name) {
  Message& message = messages_[name];
  const double rest = interrupted(message) - message.interrupted_before;
  if (rest <= 0 || on_one_host(message)) return false;
  if (message.alone == 0) message.alone = now_ - message.injected_at;
  const double until = message.injected_at + message.alone + std::min(rest, message.alone);
  if (until <= now_) return false;
  at(until, Event::Kind::through, name);
  return true;
}

// Its last byte has left the sender. A circuit was set up before the first did: then it is there, too.
void SimulatedRanks::through(std::size_t name) {
  if (rests(name)) return;
  const Message& message = messages_[name];
  const auto from = static_cast<std::size_t>(message.from);
  if (message.kind == Kind::data) ranks_[from].rules.left(message.at_sender, now_);
  if (!on_one_host(message))
    at(now_ + (machine_.costs.contention == Costs::Contention::queue ? 0 : message.flight),
       Event::Kind::arrive, name);
  wake(from, now_);
}

SimulatedRanks play(std::span<const PhaseTable> tables, const ReplayModel& model, const Machine& machine,
                    double bytes_per_unit, double give_up) {
  SimulatedRanks ranks(tables, model, machine, bytes_per_unit);
  if (ranks.can_learn()) {
    SimulatedRanks first(tables, model, machine, bytes_per_unit);
    first.run(ReplayRules::never);
    ranks.learn_from(first);
  }
  ranks.run(give_up);
  return ranks;
}

}  // namespace partita::detail

namespace partita {

double predict(std::span<const PhaseTable> tables, const ReplayModel& model, const Machine& machine,
               double bytes_per_unit, double give_up) {
  return detail::play(tables, model, machine, bytes_per_unit, give_up).seconds();
}

}  // namespace partita
