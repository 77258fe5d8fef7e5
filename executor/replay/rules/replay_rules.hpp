#pragma once
/// \file The rules of the protocols: what one rank does next in a replay.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include <partita/executor/replay/rules/conditions.hpp>
#include <partita/executor/replay/rules/idle_phases.hpp>
#include <partita/executor/replay/rules/rank_part.hpp>
#include <partita/executor/replay/rules/rules_state.hpp>

namespace partita::detail {

/// What a rank is to do next. `what` is a send or a signal, by its number in the RankPart, unless said.
struct Action {
  enum class Kind : std::uint8_t {
    none,
    post,           ///< all receives before `what`, in their order
    send,           ///< send `what`
    await_signal,   ///< signal in `what`
    signal,         ///< signal out `what`
    enter_barrier,  ///< and say when it has been passed
    open_lock,      ///< this rank's own lock, of the stage
    inquire,        ///< for one of `what` receivers' locks: choose one, then ReplayRules::ask
    free_receiver,  ///< of send `what`, whose lock this rank holds; need not be free at once
    settle          ///< wait until it is free
  };

  Kind kind = Kind::none;
  std::size_t what = 0;

  explicit operator bool() const { return kind != Kind::none; }
};

/// One rank's part of a replay as a state machine: events go in by the methods of their names, and `next`
/// says what is to be done, one action after the other, until it has none. Knows no MPI, no clock and no
/// memory: Replay drives it by transports, the prediction by a simulated network, and a test by every order
/// of events that there is.
///
/// The rule of each protocol is its row of protocol_entries; the conditions in conditions.hpp. In any
/// protocol, a send from the relay memory waits until everything of earlier phases has arrived on this rank;
/// where stages have different protocols, the next stage begins when all messages of this one are complete.
///
/// *By lock*: DRS_N, the sender's side. Wang, Lin, Ranka 1993, section 4, figure 5: while there are messages,
/// select a destination at random and test-and-set its lock (step i); when it is busy, try another; else send
/// (A), and "upon completion, reset destination node's busy_lock" (B): when the memory that was sent from has
/// been read. The sender does not wait until the lock is free, but asks the next destination meanwhile. If
/// all are busy, it "goes to sleep for the amount of time indicated by the minimum of the measures" (Ranka,
/// Shankar, Alsabti 1995, section 5; see BusyLock).
///
/// Times are seconds of any clock, used only if the part needs time. Copies share the part.
template <class Conditions>
class BasicReplayRules {
 public:
  static constexpr double never = std::numeric_limits<double>::infinity();

  explicit BasicReplayRules(RankPart part) : part_(std::make_shared<RankPart>(std::move(part))) {
    open_stage();
    opened_ = s_;
    s_.arrived.resize(part_->receives.size());
    s_.signalled.resize(part_->signals_in.size());
    if (part_->earlier.empty()) return;
    s_.sent.resize(part_->sends.size());
    s_.leave_alone_until.resize(part_->sends.size());
    may_be_asked_.reserve(part_->sends.size());  // a replay allocates nothing
  }

  const RankPart& part() const { return *part_; }
  const RulesState& state() const { return s_; }
  const IdlePhases& idle() const { return idle_; }
  const RankStage& stage() const { return *stage_; }

  /// The next replay begins.
  void begin() {
    static_cast<RulesProgress&>(s_) = opened_;
    ++s_.replay;
    stage_ = part_->stages.data();
    begin_idle();
  }

  /// What to do now; nothing while this rank waits for an event. Every action is counted as done, but one:
  /// `inquire` comes again until a receiver is asked.
  Action next(double now) {
    s_.wakes_at = never;
    for (;;) {
      blocker_ = {};
      if (const Action action = step(now)) return action;
      const Condition complete = stage_is_complete();
      if (is_last_stage() || !complete) {
        if (!complete && !blocker_) blocker_ = complete.blocker;
        return {};
      }
      ++s_.stage;
      open_stage();
      begin_idle();
    }
  }

  /// If `next` has nothing to do: what must come first.
  const Blocker& blocker() const { return blocker_; }

  /// If `next` has nothing to do: the time from which on it may have, without any event; else `never`.
  double wakes_at() const { return s_.wakes_at; }

  /// The send that `next` has just given cannot be started now: it will be given again.
  void refused(std::size_t) {
    --s_.next_send;
    --s_.sends_under_way;
  }

  void arrived(std::size_t receive) {
    s_.arrived[receive] = s_.replay;
    while (s_.arrived_before < s_.arrived.size() && s_.arrived[s_.arrived_before] == s_.replay)
      ++s_.arrived_before;
  }

  /// It has arrived and was refused. The replay goes on, because other ranks wait for what this one still
  /// does.
  void arrived_spoilt(std::size_t receive) {
    s_.is_spoilt = true;
    arrived(receive);
  }

  /// This rank may lack what the send carries, which is then to be empty: its receiver refuses it in turn.
  bool sends_nothing(std::size_t send) const { return s_.is_spoilt && part_->sends[send].relays; }

  /// The memory it was sent from may be changed again.
  void left(std::size_t send, double now) {
    --s_.sends_under_way;
    if (idles()) idle_.sent(part_->sends[send].phase, s_.started_at, now);
  }

  void signal_arrived(std::size_t signal) {
    s_.signalled[signal] = s_.replay;
    --s_.signals_missing;
  }

  void signal_left(std::size_t) { --s_.signals_leaving; }

  void barrier_passed() {
    s_.at_barrier = false;
    ++s_.barriers_passed;
  }

  /// Asks for the lock of the `choice`-th receiver of those that `next` counted. Returns the send that is to
  /// follow if it is granted.
  std::size_t ask(std::size_t choice) {
    s_.asked = may_be_asked_[choice];
    s_.asks = true;
    s_.was_busy = false;
    s_.freed = false;  // the answer comes later than that of the lock freed before
    return s_.asked;
  }

  void lock_granted() {
    s_.asks = false;
    s_.granted = true;
  }

  void lock_busy(double until) {
    s_.asks = false;
    s_.was_busy = true;
    s_.leave_alone_until[s_.asked] = until;
  }

  /// How long phases are idled through, as another replay of the same part has learned it.
  void learn(const IdlePhases& idle) { idle_ = idle; }

  /// All is done, until the next `begin`.
  bool is_complete() const { return is_last_stage() && stage_is_complete().holds; }

  /// Nothing is left to be done but to wait for messages.
  bool only_waits() const {
    return is_last_stage() && stage().protocol->is_free() && s_.next_send == stage().sends.last;
  }

  /// Time, or the processors of other ranks, are waited for: the processor may be left to them.
  bool is_idle() const {
    if (!part_->needs_time || s_.sends_under_way > 0) return false;
    return is_by_lock() ? s_.next_send < stage().sends.last : s_.wakes_at < never;
  }

 private:
  using Kind = Action::Kind;

  bool is_last_stage() const { return stage_ == &part_->stages.back(); }
  bool has_barriers() const { return stage().protocol->barriers == Barriers::before_each_phase; }
  bool is_by_lock() const { return stage().protocol->by_lock; }
  bool idles() const { return part_->options.timed_idle && may_idle(*stage().protocol); }

  void open_stage() {
    stage_ = &part_->stages[s_.stage];
    const RankStage& now = stage();
    if (now.protocol->signals != Signals::to_senders) s_.may_post = now.receives.last;
    s_.barriers_passed = std::max(0, now.first_phase - 1);
    s_.barriers_wanted = s_.barriers_passed + (now.protocol->barriers == Barriers::one_before_all ? 1 : 0);
    s_.lock_open = false;
    while (s_.next_phase < part_->phases.size() && part_->phases[s_.next_phase].number < now.first_phase)
      ++s_.next_phase;
  }

  void begin_idle() {
    if (idles()) idle_.begin();
  }

  // Arrivals first: they say most of what a rank waits for.
  Condition stage_is_complete() const {
    const RankPart& p = *part_;
    const RankStage& now = stage();
    if (const Condition c = Conditions::stage_has_arrived(p, s_, now); !c) return c;
    if (!Conditions::stage_has_sent(p, s_, now)) return false;
    if (const Condition c = Conditions::stage_has_left(p, s_, now); !c) return c;
    if (const Condition c = Conditions::signals_have_arrived(p, s_, now); !c) return c;
    if (const Condition c = Conditions::signals_have_left(p, s_); !c) return c;
    if (const Condition c = Conditions::stage_has_passed_barriers(p, s_, now); !c) return c;
    return Conditions::is_settled(p, s_);
  }

  // Notes what must come first.
  bool met(const Condition& condition) {
    if (!condition) blocker_ = condition.blocker;
    return condition.holds;
  }

  Action step(double now) {
    if (const Action action = tell()) return action;
    if (stage().protocol->is_phased) return step_by_phases();
    return is_by_lock() ? step_by_locks(now) : step_freely(now);
  }

  // Posts first, for the others rely on it.
  Action tell() {
    if (!Conditions::is_posted(*part_, s_)) return {Kind::post, s_.posted = s_.may_post};
    if (s_.awaited < s_.may_await) {
      ++s_.signals_missing;
      return {Kind::await_signal, s_.awaited++};
    }
    if (s_.signals_sent < s_.may_signal) {
      ++s_.signals_leaving;
      return {Kind::signal, s_.signals_sent++};
    }
    return {};
  }

  Action step_freely(double now) {
    if (const Action action = pass_barriers()) return action;
    if (s_.next_send == stage().sends.last || !may_send(nullptr)) return {};
    if (idles() && !idle_.are_over(part_->sends[s_.next_send].phase, now)) {
      s_.wakes_at = idle_.over_at();
      blocker_ = {Blocker::Kind::time};
      return {};
    }
    if (idles()) s_.started_at = now;
    return send(s_.next_send);
  }

  Action step_by_phases() {
    for (; s_.next_phase < part_->phases.size(); ++s_.next_phase, s_.phase_open = false) {
      const RankPhase& phase = part_->phases[s_.next_phase];
      if (phase.number >= stage().end_phase) break;
      if (!s_.phase_open) {
        if (has_barriers()) {
          s_.barriers_wanted = phase.number;
          if (const Action action = pass_barriers()) return action;
          if (!met(Conditions::may_open(*part_, s_, phase))) return {};
        }
        s_.phase_open = true;
        s_.may_post = std::max(s_.may_post, phase.receives.last);
        s_.may_await = phase.signals_in.last;
        s_.may_signal = phase.signals_out.last;
        if (const Action action = tell()) return action;
      }
      if (s_.next_send < phase.sends.last) return may_send(&phase) ? send(s_.next_send) : Action{};
      if (!met(Conditions::phase_has_arrived(*part_, s_, phase)) ||
          !met(Conditions::phase_has_left(*part_, s_, phase)))
        return {};
    }
    if (!has_barriers()) return {};
    s_.barriers_wanted = std::max(s_.barriers_passed, stage().end_phase - 1);
    return pass_barriers();
  }

  Action step_by_locks(double now) {
    if (!std::exchange(s_.lock_open, true)) return {Kind::open_lock};
    if (s_.asks) {
      blocker_ = {Blocker::Kind::locks};
      return {};
    }
    if (std::exchange(s_.granted, false)) {
      s_.sent[s_.asked] = s_.replay;
      s_.holds = true;
      return send(s_.asked);
    }
    if (s_.holds && Conditions::may_free(*part_, s_)) {
      s_.holds = false;
      s_.freed = true;
      return {Kind::free_receiver, s_.asked};
    }
    if (!met(Conditions::may_ask(*part_, s_))) return {};
    may_be_asked_.clear();
    double earliest = never;
    bool may_ask_again = false;  // the one that was busy
    for (std::size_t k = stage().sends.first; k < stage().sends.last; ++k) {
      if (s_.sent[k] == s_.replay || !Conditions::is_next_to_its_receiver(*part_, s_, k) ||
          !Conditions::has_what_it_sends(*part_, s_, k))
        continue;
      earliest = std::min(earliest, s_.leave_alone_until[k]);
      if (!Conditions::may_be_asked(*part_, s_, k, now)) continue;
      if (Conditions::is_another(*part_, s_, k))
        may_be_asked_.push_back(k);
      else
        may_ask_again = true;
    }
    if (may_be_asked_.empty() && may_ask_again) may_be_asked_.push_back(s_.asked);
    if (earliest < never) blocker_ = {Blocker::Kind::locks};  // also while the caller does not ask yet
    if (!may_be_asked_.empty()) return {Kind::inquire, may_be_asked_.size()};
    if (std::exchange(s_.freed, false)) return {Kind::settle};
    s_.wakes_at = earliest;
    return {};
  }

  Action pass_barriers() {
    if (s_.at_barrier || s_.barriers_passed >= s_.barriers_wanted) return {};
    s_.at_barrier = true;
    return {Kind::enter_barrier};
  }

  // The next send, in a phase that is open if there are phases.
  bool may_send(const RankPhase* phase) {
    const RankPart& p = *part_;
    const ProtocolEntry& by = *stage().protocol;
    if (!met(Conditions::has_what_it_sends(p, s_, s_.next_send))) return false;
    if (by.barriers == Barriers::one_before_all && !met(Conditions::has_passed_barrier(p, s_))) return false;
    if (by.at_once == SendsAtOnce::window && !met(Conditions::has_room(p, s_))) return false;
    if (by.at_once == SendsAtOnce::one && !met(Conditions::is_alone(p, s_))) return false;
    if (by.signals == Signals::to_senders) return met(Conditions::is_invited(p, s_, *phase));
    return by.signals == Signals::none || met(Conditions::is_in_step(p, s_, *phase));
  }

  Action send(std::size_t which) {
    ++s_.next_send;
    ++s_.sends_under_way;
    return {Kind::send, which};
  }

  std::shared_ptr<const RankPart> part_;
  const RankStage* stage_;  // of the part
  RulesProgress opened_;    // when a replay begins
  RulesState s_;
  IdlePhases idle_;
  Blocker blocker_;
  std::vector<std::size_t> may_be_asked_;  // sends; only between `next` and `ask`
};

using ReplayRules = BasicReplayRules<Conditions>;
extern template class BasicReplayRules<Conditions>;

}  // namespace partita::detail
