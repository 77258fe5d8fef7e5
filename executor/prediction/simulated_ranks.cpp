#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include <partita/executor/prediction/simulated_ranks.hpp>
#include <partita/schedule/message.hpp>
#include <partita/support/error.hpp>

namespace partita {

namespace {

constexpr double never = std::numeric_limits<double>::infinity();

using Pair = std::pair<int, int>;

bool has_signals(Protocol protocol) {
  return protocol == Protocol::ready_signal || protocol == Protocol::pairwise_sync;
}

[[noreturn]] void refuse() {
  throw Error("the phase tables do not fit together: what one rank sends is not what another receives");
}

}  // namespace

SimulatedRanks::SimulatedRanks(std::span<const PhaseTable> tables, const ReplayModel& model,
                               const Machine& machine, double bytes_per_unit)
    : model_(model),
      machine_(machine),
      network_(make_network(machine, static_cast<int>(tables.size()), model.resolution)),
      ranks_(tables.size()) {
  for (std::size_t rank = 0; rank < ranks_.size(); ++rank) ranks_[rank].random = Random(model.seed + rank);
  for (const PhaseTable& table : tables) phases_ = std::max(phases_, table.phases);
  entered_.resize(static_cast<std::size_t>(std::max(phases_, 1)));
  left_.assign(entered_.size(), never);
  make_ranks(tables, bytes_per_unit);
  make_phases(tables);
  if (model.protocol == Protocol::lock) prepare_locks();
}

// The k-th message that a rank sends to another is the k-th that the other receives from it.
void SimulatedRanks::make_ranks(std::span<const PhaseTable> tables, double bytes_per_unit) {
  std::map<Pair, std::vector<std::size_t>> receives;
  for (std::size_t to = 0; to < tables.size(); ++to)
    for (const Transfer& receive : tables[to].receives) {
      Rank& rank = ranks_[to];
      receives[{receive.partner, static_cast<int>(to)}].push_back(rank.receive_phases.size());
      rank.receive_phases.push_back(receive.phase);
      rank.arrived.push_back(false);
    }
  std::map<Pair, std::size_t> sent;
  for (std::size_t from = 0; from < tables.size(); ++from)
    for (const Transfer& send : tables[from].sends) {
      const int me = static_cast<int>(from);
      const Pair pair{me, send.partner};
      const std::size_t k = sent[pair]++;
      if (k >= receives[pair].size()) refuse();
      const bool relays = std::any_of(send.pieces.begin(), send.pieces.end(),
                                      [&](const Piece& piece) { return piece.origin != me; });
      ranks_[from].sends.push_back({messages_.size(), send.phase, relays});
      messages_.push_back({Kind::data, me, send.partner,
                           static_cast<double>(length(send.pieces)) * bytes_per_unit, receives[pair][k]});
    }
}

// As Replay::make_phases.
void SimulatedRanks::make_phases(std::span<const PhaseTable> tables) {
  std::map<Pair, std::vector<std::size_t>> awaited;  // signals, by their numbers at the receiver
  for (std::size_t me = 0; me < tables.size(); ++me) {
    const auto& [phases, sends, receives] = tables[me];
    Rank& rank = ranks_[me];
    std::size_t send = 0, receive = 0;
    while (send < sends.size() || receive < receives.size()) {
      Phase phase;
      phase.number =
          receive == receives.size() || (send < sends.size() && sends[send].phase <= receives[receive].phase)
              ? sends[send].phase
              : receives[receive].phase;
      phase.sends.first = send;
      phase.receives.first = receive;
      std::vector<int> receivers, senders;
      for (; send < sends.size() && sends[send].phase == phase.number; ++send)
        receivers.push_back(sends[send].partner);
      for (; receive < receives.size() && receives[receive].phase == phase.number; ++receive)
        senders.push_back(receives[receive].partner);
      phase.sends.last = send;
      phase.receives.last = receive;
      if (model_.protocol == Protocol::pairwise_sync) {
        receivers.insert(receivers.end(), senders.begin(), senders.end());
        std::sort(receivers.begin(), receivers.end());
        receivers.erase(std::unique(receivers.begin(), receivers.end()), receivers.end());
        senders = receivers;
      }
      phase.signals_out.first = rank.signals_out.size();
      phase.signals_in.first = rank.signalled.size();
      if (has_signals(model_.protocol)) {
        for (const int partner : senders) {
          rank.signals_out.push_back(messages_.size());
          messages_.push_back({Kind::signal, static_cast<int>(me), partner, 0, 0});
        }
        for (const int partner : receivers) {
          awaited[{partner, static_cast<int>(me)}].push_back(rank.signalled.size());
          rank.signalled.push_back(false);
        }
      }
      phase.signals_out.last = rank.signals_out.size();
      phase.signals_in.last = rank.signalled.size();
      rank.phases.push_back(phase);
    }
  }
  std::map<Pair, std::size_t> sent;
  for (const Rank& rank : ranks_)
    for (const std::size_t signal : rank.signals_out) {
      Message& message = messages_[signal];
      const Pair pair{message.from, message.to};
      const std::size_t k = sent[pair]++;
      if (k >= awaited[pair].size()) refuse();
      message.at_receiver = awaited[pair][k];
    }
}

void SimulatedRanks::prepare_locks() {
  expected_.resize(messages_.size());
  took_.resize(messages_.size());
  for (std::size_t me = 0; me < ranks_.size(); ++me) {
    Rank& rank = ranks_[me];
    rank.unsent.resize(rank.sends.size());
    std::iota(rank.unsent.begin(), rank.unsent.end(), std::size_t{0});
    rank.leave_alone_until.resize(rank.sends.size());
  }
}

bool SimulatedRanks::idles() const { return model_.timed_idle && model_.protocol == Protocol::global_once; }

bool SimulatedRanks::learn() const {
  return idles() || (model_.protocol == Protocol::lock && model_.lock.busy_measure);
}

void SimulatedRanks::learn_from(const SimulatedRanks& before) {
  expected_ = before.took_;
  for (std::size_t rank = 0; rank < ranks_.size(); ++rank)
    ranks_[rank].idle_phases = before.ranks_[rank].idle_phases;
}

// Who is first at a circuit decides much: what ranks do at the same time, they do by turns, as long as it is
// the same that they do.
double SimulatedRanks::run(double give_up) {
  const double turn = machine_.costs.contention == Costs::Contention::queue ? 1e-10 : 0;  // seconds
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

// ---- Events.

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

// ---- What a rank does.

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

// ---- Times.

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
