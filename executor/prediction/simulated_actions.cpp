// What a rank does, as its rules say, and how long it is busy with it.
#include <algorithm>
#include <bit>

#include <partita/executor/prediction/simulated_ranks.hpp>

namespace partita::detail {

void SimulatedRanks::act(std::size_t me) {
  Rank& rank = ranks_[me];
  while (rank.busy_until <= now_)
    if (!act_once(rank, me)) return;
  wake(me, rank.busy_until);
}

// By turns all that has come is taken in, and all is done that then can be: as Replay::advance.
bool SimulatedRanks::act_once(Rank& rank, std::size_t me) {
  if (rank.rules.state().asks) return false;
  if (rank.takes_in && take_in(rank)) return true;
  rank.takes_in = false;
  if (step(rank, me)) return true;
  rank.takes_in = true;
  return take_in(rank);
}

bool SimulatedRanks::take_in(Rank& rank) {
  for (; !rank.inbox.empty() && is_early(rank, rank.inbox.front()); rank.inbox.pop())
    rank.early.push_back(rank.inbox.front());
  if (rank.inbox.empty()) return false;
  const Message& message = messages_[rank.inbox.front()];
  rank.inbox.pop();
  if (message.kind == Kind::signal) {
    rank.rules.signal_arrived(message.at_receiver);
    rank.busy_until = now_ + machine_.costs.signal_receive;
    return true;
  }
  rank.rules.arrived(message.at_receiver);
  const bool its_sender_was_busy = rank.rules.stage().protocol->by_lock;
  rank.busy_until = now_ + machine_.costs.receive + machine_.costs.copy * message.copied +
                    (its_sender_was_busy ? 0 : unawaited(message));
  return true;
}

// MPI keeps a message until its receive is posted.
bool SimulatedRanks::is_early(const Rank& rank, std::size_t name) const {
  const Message& message = messages_[name];
  const RulesState& state = rank.rules.state();
  return message.at_receiver >= (message.kind == Kind::signal ? state.awaited : state.posted);
}

void SimulatedRanks::take_early(Rank& rank) {
  std::erase_if(rank.early, [&](std::size_t message) {
    if (is_early(rank, message)) return false;
    rank.inbox.push(message);
    return true;
  });
}

bool SimulatedRanks::step(Rank& rank, std::size_t me) {
  if (rank.rules.state().at_barrier && left_[rank.barriers_entered - 1] <= now_) rank.rules.barrier_passed();
  if (const Action action = rank.rules.next(now_)) {
    perform(action, rank, me);
    return true;
  }
  if (const double time = rank.rules.wakes_at(); time < never) wake(me, time);
  return false;
}

void SimulatedRanks::perform(const Action& action, Rank& rank, std::size_t me) {
  using Act = Action::Kind;
  const RulesState& state = rank.rules.state();
  switch (action.kind) {
    case Act::none:
      return;
    case Act::post:
      return take_early(rank);
    case Act::send:
      return start(rank, rank.sends[action.what]);
    case Act::await_signal:
      if (state.awaited == state.may_await) take_early(rank);
      return;
    case Act::signal:
      rank.rules.signal_left(action.what);
      return start(rank, rank.signals_out[action.what]);
    case Act::enter_barrier:
      return enter_barrier(rank);
    case Act::open_lock:
      rank.locks[state.stage].open = true;
      return;
    case Act::inquire:
      rank.rules.ask(rank.random.below(static_cast<std::uint32_t>(action.what)));
      return inquire(rank.found[state.asked].word.expected_at(now_, lock_), rank, me);
    case Act::free_receiver:
      return free_receiver(rank, me, rank.rules.part().sends[action.what].partner);
    case Act::settle:
      rank.busy_until = std::max(rank.busy_until, rank.freed_by);
      rank.takes_in = true;
      return;
  }
}

void SimulatedRanks::start(Rank& rank, std::size_t name) {
  const double noise = machine_.costs.noise > 0 ? machine_.costs.noise * 0x1p-32 * rank.random.next() : 0;
  Message& message = messages_[name];
  message.flight =
      flight_seconds(machine_, message.from, message.to) +
      (reserves(rank, message) ? reservation_seconds(machine_, message.from, message.to, message.bytes) : 0);
  rank.busy_until = std::max(rank.busy_until, now_) + start_up(rank, message) +
                    machine_.costs.copy * message.relayed + noise;
  at(rank.busy_until, Event::Kind::inject, name);
}

void SimulatedRanks::inquire(const BusyLock& expects, Rank& rank, std::size_t me) {
  const Message& message = messages_[rank.sends[rank.rules.state().asked]];
  rank.takes_in = true;
  rank.expects = rank.makes = expects;
  rank.makes.take(lock_, message.bytes, now_);
  rank.busy_until = now_ + machine_.costs.inquiry_seconds();
  at(rank.busy_until + flight_seconds(machine_, message.from, message.to), Event::Kind::ask, me);
}

// Does not wait for the answer, unless there is no receiver to be asked at once.
void SimulatedRanks::free_receiver(Rank& rank, std::size_t me, int receiver) {
  const double flight = flight_seconds(machine_, static_cast<int>(me), receiver);
  rank.busy_until = now_ + machine_.costs.inquiry_seconds();
  rank.freed_by = rank.busy_until + flight + machine_.costs.inquiry_seconds() + flight;
  at(rank.busy_until + flight, Event::Kind::free,
     rank_and_stage(static_cast<std::size_t>(receiver), rank.rules.state().stage));
  rank.takes_in = false;
}

void SimulatedRanks::enter_barrier(Rank& rank) {
  const std::size_t barrier = rank.barriers_entered++;
  if (barrier == entered_.size()) {
    entered_.push_back(0);
    left_.push_back(never);
  }
  if (++entered_[barrier] < ranks_.size()) return;
  const Costs& costs = machine_.costs;
  const auto rounds = static_cast<double>(std::bit_width(ranks_.size() - 1));
  left_[barrier] =
      now_ +
      (costs.barrier > 0 ? costs.barrier : rounds * (costs.signal + costs.signal_receive + costs.per_hop));
  for (std::size_t one = 0; one < ranks_.size(); ++one) at(left_[barrier], Event::Kind::wake, one);
}

double SimulatedRanks::start_up(const Rank& rank, const Message& message) const {
  const Costs& costs = machine_.costs;
  if (message.kind == Kind::signal) return costs.signal;
  if (on_one_host(message)) return costs.host_start_up;
  return costs.start_up + (rank.rules.stage().protocol->by_lock ? unawaited(message) : 0) +
         (reserves(rank, message) ? costs.reservation : 0);
}

bool SimulatedRanks::reserves(const Rank& rank, const Message& message) const {
  return message.kind == Kind::data && message.bytes > machine_.costs.unreserved &&
         !rank.rules.stage().protocol->is_expected() && !on_one_host(message);
}

// A receiver waits for a message if it has said so, or has nothing else to do.
double SimulatedRanks::unawaited(const Message& message) const {
  const Rank& receiver = ranks_[message.to];
  const bool waits = receiver.rules.stage().protocol->is_phased || receiver.sends.empty();
  return waits || on_one_host(message) ? 0 : machine_.costs.unawaited;
}

// On an idle network.
double SimulatedRanks::transfer(const Message& message) const {
  return machine_.costs.start_up + flight_seconds(machine_, message.from, message.to) +
         message.bytes / machine_.costs.bandwidth;
}

}  // namespace partita::detail
