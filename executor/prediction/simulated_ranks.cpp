#include <algorithm>
#include <limits>

#include <partita/executor/prediction/simulated_ranks.hpp>

namespace partita {

namespace {

constexpr double never = std::numeric_limits<double>::infinity();

}  // namespace

bool SimulatedRanks::idles() const { return model_.timed_idle && model_.protocol == Protocol::global_once; }

bool SimulatedRanks::can_learn() const {
  return idles() || (model_.protocol == Protocol::lock && model_.lock.busy_measure);
}

void SimulatedRanks::learn_from(const SimulatedRanks& before) {
  expected_ = before.took_;
  for (std::size_t rank = 0; rank < ranks_.size(); ++rank)
    ranks_[rank].idle_phases = before.ranks_[rank].idle_phases;
}
double SimulatedRanks::run(double give_up) {
  const double turn = machine_.costs.contention == Costs::Contention::queue ? turn_seconds : 0;
  for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
    ranks_[rank].idle_phases.begin();
    wake(rank, turn * static_cast<double>(rank));
  }
  std::vector<std::size_t> those;
  for (;;) {
    const double event = events_.empty() ? never : events_.top().time, message = network_->next();
    if (std::min(event, message) == never) break;
    now_ = std::min(event, message);
    if (now_ >= give_up) return never;
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
    if (!done(rank)) refuse();
  return end_;
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
      const Message& message = messages_[event.what];
      if (machine_.host_of(message.from) == machine_.host_of(message.to))
        at(now_ + message.bytes / machine_.costs.host_bandwidth, Event::Kind::arrive, event.what);
      else
        network_->enter(event.what, message.from, message.to, message.bytes, now_);
      return;
    }
    case Event::Kind::arrive: {
      const Message& message = messages_[event.what];
      const auto to = static_cast<std::size_t>(message.to);
      if (machine_.host_of(message.from) == machine_.host_of(message.to)) through(event.what);
      ranks_[to].inbox.push(event.what);
      wake(to, now_);
      return;
    }
    case Event::Kind::ask: {
      Rank& sender = ranks_[event.what];
      const Message& message = messages_[sender.sends[sender.asked].message];
      Rank& receiver = ranks_[static_cast<std::size_t>(message.to)];
      sender.granted = !receiver.locked;
      if (sender.granted) {
        receiver.locked = true;
        receiver.locked_for = expected_[sender.sends[sender.asked].message];
      }
      // Where inquiries cost nothing, they would go on for ever at one time.
      const double not_before = now_ + 1e-3 * transfer(message);
      sender.leave_alone_until[sender.asked] = std::max(sender.asked_at + receiver.locked_for, not_before);
      at(now_ + machine_.costs.inquiry_seconds() + flight_seconds(machine_, message.from, message.to),
         Event::Kind::answer, event.what);
      return;
    }
    case Event::Kind::answer: {
      Rank& rank = ranks_[event.what];
      rank.asks = false;
      rank.busy_until = std::max(rank.busy_until, rank.freed_by);
      if (rank.granted) {
        std::erase(rank.unsent, rank.asked);
        start_send(rank, rank.asked);
      }
      wake(event.what, now_);
      return;
    }
    case Event::Kind::free:
      ranks_[event.what].locked = false;
      return;
  }
}

// Its last byte has left the sender. A circuit was set up before the first did: then it is there, too.
void SimulatedRanks::through(std::size_t name) {
  const Message& message = messages_[name];
  const auto from = static_cast<std::size_t>(message.from);
  if (message.kind == Kind::data) {
    Rank& sender = ranks_[from];
    --sender.under_way;
    if (idles()) sender.idle_phases.sent(sender.sends[sender.next_send - 1].phase, sender.started_at, now_);
    if (model_.protocol == Protocol::lock) {
      took_[name] = now_ - ranks_[from].asked_at;
      if (model_.lock.early_go_ahead) ranks_[from].frees = message.to;
    }
  }
  if (machine_.host_of(message.from) != machine_.host_of(message.to))
    at(now_ + (machine_.costs.contention == Costs::Contention::queue
                   ? 0
                   : flight_seconds(machine_, message.from, message.to)),
       Event::Kind::arrive, name);
  wake(from, now_);
}
void SimulatedRanks::start_send(Rank& rank, std::size_t send) {
  ++rank.under_way;
  rank.started_at = now_;
  start(rank, rank.sends[send].message);
}

void SimulatedRanks::start(Rank& rank, std::size_t name) {
  const double noise = machine_.costs.noise > 0 ? machine_.costs.noise * 0x1p-32 * rank.random.next() : 0;
  rank.busy_until = std::max(rank.busy_until, now_) + start_up(messages_[name]) + noise;
  at(rank.busy_until, Event::Kind::inject, name);
}

// Its receiver has said that it waits for it, or has nothing else to do.
bool SimulatedRanks::is_awaited(const Message& message) const {
  return is_phased(model_.protocol) || ranks_[static_cast<std::size_t>(message.to)].sends.empty();
}

double SimulatedRanks::start_up(const Message& message) const {
  const Costs& costs = machine_.costs;
  if (message.kind == Kind::signal) return costs.signal;
  if (machine_.host_of(message.from) == machine_.host_of(message.to)) return costs.host_start_up;
  return is_awaited(message) ? costs.start_up : costs.start_up + costs.unawaited;
}

// On an idle network.
double SimulatedRanks::transfer(const Message& message) const {
  return machine_.costs.start_up + flight_seconds(machine_, message.from, message.to) +
         message.bytes / machine_.costs.bandwidth;
}

}  // namespace partita
