// What a rank does next, by the rules of the protocols.
#include <algorithm>
#include <bit>
#include <limits>

#include <partita/executor/prediction/simulated_ranks.hpp>

namespace partita {

namespace {

constexpr double never = std::numeric_limits<double>::infinity();

}  // namespace

void SimulatedRanks::act(std::size_t me) {
  Rank& rank = ranks_[me];
  while (rank.busy_until <= now_)
    if (!act_once(rank, me)) return;
  wake(me, rank.busy_until);
}

// By turns all that has come is taken in, and all is done that then can be: as Replay::advance.
bool SimulatedRanks::act_once(Rank& rank, std::size_t me) {
  if (rank.asks) return false;
  if (rank.takes_in && take_in(rank, me)) return true;
  rank.takes_in = false;
  if (step(rank, me)) return true;
  rank.takes_in = true;
  return take_in(rank, me);
}

bool SimulatedRanks::step(Rank& rank, std::size_t me) {
  if (model_.protocol == Protocol::lock) {
    rank.takes_in = true;
    return act_by_lock(rank, me);
  }
  return is_phased(model_.protocol) ? act_by_phases(rank) : act_freely(rank, me);
}

// MPI keeps a signal that comes before its phase is open.
bool SimulatedRanks::take_in(Rank& rank, std::size_t me) {
  const auto is_early = [&](std::size_t name) {
    const Message& message = messages_[name];
    return message.kind == Kind::signal && message.at_receiver >= rank.signals_open;
  };
  for (; !rank.inbox.empty() && is_early(rank.inbox.front()); rank.inbox.pop())
    rank.early.push_back(rank.inbox.front());
  if (rank.inbox.empty()) return false;
  const Message& message = messages_[rank.inbox.front()];
  rank.inbox.pop();
  if (message.kind == Kind::signal) {
    rank.signalled[message.at_receiver] = true;
    rank.busy_until = now_ + machine_.costs.signal;
    return true;
  }
  rank.arrived[message.at_receiver] = true;
  while (rank.arrived_before < rank.arrived.size() && rank.arrived[rank.arrived_before])
    ++rank.arrived_before;
  rank.busy_until = now_ + machine_.costs.receive;
  if (!model_.lock.early_go_ahead) at(rank.busy_until, Event::Kind::free, me);
  return true;
}

bool SimulatedRanks::act_freely(Rank& rank, std::size_t me) {
  const bool one_by_one = model_.protocol == Protocol::global_once;
  if (one_by_one && (!passes_barriers(rank, 1) || rank.under_way > 0)) return false;
  if (rank.next_send == rank.sends.size() || !has_what_it_sends(rank, rank.sends[rank.next_send]))
    return false;
  if (model_.protocol == Protocol::windowed && rank.under_way >= static_cast<std::size_t>(model_.window))
    return false;
  if (idles() && !rank.idle_phases.are_over(rank.sends[rank.next_send].phase, now_)) {
    wake(me, rank.idle_phases.over_at());
    return false;
  }
  start_send(rank, rank.next_send++);
  return true;
}

bool SimulatedRanks::act_by_phases(Rank& rank) {
  if (rank.next_phase == rank.phases.size()) {
    if (model_.protocol == Protocol::barrier) (void)passes_barriers(rank, phases_ - 1);
    return false;
  }
  const Phase& phase = rank.phases[rank.next_phase];
  if (!rank.phase_open) {
    if (model_.protocol == Protocol::barrier && !passes_barriers(rank, phase.number)) return false;
    open(rank, phase);
  }
  if (rank.next_signal < phase.signals_out.last) {
    start(rank, rank.signals_out[rank.next_signal++]);
    return true;
  }
  if (rank.next_send < phase.sends.last && has_what_it_sends(rank, rank.sends[rank.next_send])) {
    const auto has_come = [&](std::size_t signal) { return static_cast<bool>(rank.signalled[signal]); };
    bool may_send = true;
    if (model_.protocol == Protocol::ready_signal)
      may_send = has_come(phase.signals_in.first + rank.next_send - phase.sends.first);
    else
      for (std::size_t k = phase.signals_in.first; k < phase.signals_in.last; ++k)
        may_send = may_send && has_come(k);
    if (may_send) {
      start_send(rank, rank.next_send++);
      return true;
    }
  }
  if (rank.next_send < phase.sends.last || rank.under_way > 0 || rank.arrived_before < phase.receives.last)
    return false;
  ++rank.next_phase;
  rank.phase_open = false;
  return true;
}

void SimulatedRanks::open(Rank& rank, const Phase& phase) {
  rank.phase_open = true;
  rank.signals_open = phase.signals_in.last;
  std::erase_if(rank.early, [&](std::size_t signal) {
    if (messages_[signal].at_receiver >= rank.signals_open) return false;
    rank.inbox.push(signal);
    return true;
  });
}

// One inquiry at a time, in random order: see Inquiries.
bool SimulatedRanks::act_by_lock(Rank& rank, std::size_t me) {
  if (rank.under_way > 0) return false;
  if (rank.frees != nobody) {
    free_receiver(rank, me);
    return true;
  }
  std::vector<std::size_t> may_be_asked;
  double earliest = never;
  for (const std::size_t send : rank.unsent) {
    if (!has_what_it_sends(rank, rank.sends[send])) continue;
    if (rank.leave_alone_until[send] <= now_) may_be_asked.push_back(send);
    earliest = std::min(earliest, rank.leave_alone_until[send]);
  }
  if (may_be_asked.empty()) {
    if (rank.freed_by > now_) {
      rank.busy_until = rank.freed_by;
      return true;
    }
    if (earliest < never) wake(me, earliest);
    return false;
  }
  rank.asked = may_be_asked[rank.random.below(static_cast<std::uint32_t>(may_be_asked.size()))];
  rank.asks = true;
  rank.asked_at = now_;
  rank.busy_until = now_ + machine_.costs.inquiry_seconds();
  at(rank.busy_until +
         flight_seconds(machine_, static_cast<int>(me), messages_[rank.sends[rank.asked].message].to),
     Event::Kind::ask, me);
  return true;
}

// Does not wait for the answer, unless there is nobody to be asked at once.
void SimulatedRanks::free_receiver(Rank& rank, std::size_t me) {
  const double flight = flight_seconds(machine_, static_cast<int>(me), rank.frees);
  rank.busy_until = now_ + machine_.costs.inquiry_seconds();
  rank.freed_by = rank.busy_until + flight + machine_.costs.inquiry_seconds() + flight;
  at(rank.busy_until + flight, Event::Kind::free, static_cast<std::size_t>(rank.frees));
  rank.frees = nobody;
  rank.takes_in = false;
}
bool SimulatedRanks::has_what_it_sends(const Rank& rank, const Send& send) const {
  return !send.relays || rank.arrived_before == rank.arrived.size() ||
         rank.receive_phases[rank.arrived_before] >= send.phase;
}

// Passes barriers up to the one before `number`; false while one is not passed.
bool SimulatedRanks::passes_barriers(Rank& rank, int number) {
  for (; rank.barriers_passed < number; ++rank.barriers_passed) {
    const auto barrier = static_cast<std::size_t>(rank.barriers_passed);
    if (rank.barriers_entered == rank.barriers_passed) enter_barrier(rank);
    if (left_[barrier] > now_) return false;
  }
  return true;
}

void SimulatedRanks::enter_barrier(Rank& rank) {
  const auto barrier = static_cast<std::size_t>(rank.barriers_entered++);
  if (static_cast<std::size_t>(++entered_[barrier]) < ranks_.size()) return;
  const Costs& costs = machine_.costs;
  const auto rounds = static_cast<double>(std::bit_width(ranks_.size() - 1));
  left_[barrier] = now_ + (costs.barrier > 0 ? costs.barrier : rounds * (2 * costs.signal + costs.per_hop));
  for (std::size_t one = 0; one < ranks_.size(); ++one) at(left_[barrier], Event::Kind::wake, one);
}

bool SimulatedRanks::done(const Rank& rank) const {
  return rank.arrived_before == rank.arrived.size() && rank.under_way == 0 && rank.unsent.empty() &&
         (model_.protocol == Protocol::lock || rank.next_send == rank.sends.size());
}

}  // namespace partita
