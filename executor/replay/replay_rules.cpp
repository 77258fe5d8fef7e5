// The rules of the protocols: when a receive is posted, and when a send is started.
#include <algorithm>
#include <thread>

#include <partita/executor/replay/replay.hpp>

namespace partita {

void Replay::open_stage() {
  const Protocol protocol = stage().protocol;
  if (protocol != Protocol::ready_signal) post(stage().receives);
  if (protocol == Protocol::global_once) {
    barrier_.enter();
    at_barrier_ = true;
    idle_phases_.begin();
  }
  if (stage().inquiries) stage().inquiries->begin();
  while (next_phase_ < phases_.size() && phases_[next_phase_].number < stage().first_phase) ++next_phase_;
  barriers_passed_ = std::max(0, stage().first_phase - 1);
}

bool Replay::stage_complete() const {
  return arrived_before_ >= stage().receives.last && next_send_ == stage().sends.last &&
         sending_.under_way() == 0 && signalling_.under_way() == 0 && signalled_.under_way() == 0 &&
         !at_barrier_ && (stage().protocol != Protocol::barrier || barriers_passed_ >= stage().end_phase - 1);
}

void Replay::step() {
  step_in_stage();
  while (stage_ + 1 < stages_.size() && stage_complete()) {
    ++stage_;
    open_stage();
    if (stage().inquiries) return;  // as in `begin`
    step_in_stage();
  }
}

void Replay::step_in_stage() {
  if (is_phased(stage().protocol))
    step_by_phases();
  else if (stage().inquiries)
    step_by_locks();
  else
    step_freely();
}

// Meanwhile the processor is for others.
bool Replay::has_idled() {
  if (idle_phases_.are_over(sends()[next_send_].layout.phase, clock_.seconds())) return true;
  std::this_thread::yield();
  return false;
}

void Replay::step_freely() {
  if (at_barrier_ && barrier_.passed()) at_barrier_ = false;
  while (next_send_ < stage().sends.last && may_send() && start_send(next_send_)) {
  }
}

void Replay::step_by_locks() {
  if (sending_.under_way() > 0) return;
  const std::size_t first = stage().sends.first;
  const auto is_ready = [&](std::size_t candidate) { return has_what_it_sends(first + candidate); };
  if (const auto send = stage().inquiries->next(is_ready))
    start_send(first + *send);
  else if (next_send_ < stage().sends.last)
    std::this_thread::yield();  // sleeps: who holds the locks may want this processor
}

void Replay::step_by_phases() {
  for (; next_phase_ < phases_.size(); ++next_phase_, phase_open_ = false) {
    const Phase& phase = phases_[next_phase_];
    if (phase.number >= stage().end_phase) break;
    if (!phase_open_) {
      if (!may_open(phase)) return;
      if (stage().protocol == Protocol::ready_signal) post(phase.receives);
      start_signals(phase);
      phase_open_ = true;
    }
    while (next_send_ < phase.sends.last && may_send() && start_send(next_send_)) {
    }
    const bool complete =
        next_send_ == phase.sends.last && sending_.under_way() == 0 && arrived_before_ >= phase.receives.last;
    if (!complete) return;
  }
  if (stage().protocol == Protocol::barrier) pass_barriers(stage().end_phase - 1);
}

// What is sent on from the relay memory must have arrived.
bool Replay::has_what_it_sends(std::size_t send) const {
  return !sends()[send].relays || arrived_before_ == receives().size() ||
         receives()[arrived_before_].layout.phase >= sends()[send].layout.phase;
}

// Whether the next send may be started, in a phase that is open if there are phases.
bool Replay::may_send() {
  if (!has_what_it_sends(next_send_)) return false;
  switch (stage().protocol) {
    case Protocol::post_all:
    case Protocol::barrier:
    case Protocol::lock:  // asks its inquiries instead
      return true;
    case Protocol::windowed:
      return sending_.under_way() < static_cast<std::size_t>(options_.window);
    case Protocol::global_once:
      return !at_barrier_ && sending_.under_way() == 0 && (!idles() || has_idled());
    case Protocol::ready_signal: {
      const Phase& phase = phases_[next_phase_];
      return !signalled_.under_way(phase.signals_in.first + next_send_ - phase.sends.first);
    }
    case Protocol::pairwise_sync:
      return signalled_.under_way() == 0;
  }
  return true;
}

bool Replay::may_open(const Phase& phase) {
  return stage().protocol != Protocol::barrier || pass_barriers(phase.number);
}

// Passes barriers up to the one before phase `number`, none before phase 0; false while one is not passed.
bool Replay::pass_barriers(int number) {
  for (; barriers_passed_ < number; ++barriers_passed_) {
    if (!at_barrier_) barrier_.enter();
    at_barrier_ = !barrier_.passed();
    if (at_barrier_) return false;
  }
  return true;
}

}  // namespace partita
