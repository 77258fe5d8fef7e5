#pragma once
/// \file The conditions of the rules, each by itself: what must be true before a rank does something.
///
/// Those that wait for other ranks name what must come first. ReplayRules takes all as a parameter, so that a
/// test can drop one and show that it is needed.

#include <cstddef>

#include <partita/executor/replay/rules/blocker.hpp>
#include <partita/executor/replay/rules/rules_state.hpp>

namespace partita::detail {

struct Conditions {
  using Part = RankPart;
  using State = RulesState;
  using Kind = Blocker::Kind;

  /// Before other ranks are told so: by a signal, a barrier, or an open lock.
  static bool is_posted(const Part&, const State& s) { return s.posted == s.may_post; }

  /// What send `k` sends on from the relay memory must have arrived: all receives of earlier phases.
  static Condition has_what_it_sends(const Part& p, const State& s, std::size_t k) {
    return {!p.sends[k].relays || s.arrived_before == p.receives.size() ||
                p.receives[s.arrived_before].phase >= p.sends[k].phase,
            {Kind::arrivals, p.sends[k].phase}};
  }

  // The next send, by the columns of the protocol.

  /// A window of sends.
  static Condition has_room(const Part& p, const State& s) {
    return {s.sends_under_way < static_cast<std::size_t>(p.options.window), {Kind::departures}};
  }
  /// One barrier before all: all receives of all ranks are posted.
  static Condition has_passed_barrier(const Part&, const State& s) {
    return {s.barriers_passed >= s.barriers_wanted, {Kind::barrier}};
  }
  /// One send at a time: the one before has left.
  static Condition is_alone(const Part&, const State& s) {
    return {s.sends_under_way == 0, {Kind::departures}};
  }
  /// Signals to senders: its receiver says so.
  static Condition is_invited(const Part&, const State& s, const RankPhase& phase) {
    const std::size_t signal = phase.signals_in.first + s.next_send - phase.sends.first;
    return {s.signalled[signal] == s.replay, {Kind::signals, phase.number, {signal, signal + 1}}};
  }
  /// Signals both ways: all partners are in this phase.
  static Condition is_in_step(const Part&, const State& s, const RankPhase& phase) {
    return {s.signals_missing == 0, {Kind::signals, phase.number, {0, phase.signals_in.last}}};
  }

  // The next phase.

  /// A barrier before each phase: all ranks are at the phase.
  static Condition may_open(const Part&, const State& s, const RankPhase& phase) {
    return {s.barriers_passed >= phase.number, {Kind::barrier}};
  }
  static Condition phase_has_left(const Part&, const State& s, const RankPhase&) {
    return {s.sends_under_way == 0, {Kind::departures}};
  }
  static Condition phase_has_arrived(const Part&, const State& s, const RankPhase& phase) {
    return {s.arrived_before >= phase.receives.last, {Kind::arrivals, phase.number + 1}};
  }

  // `lock`.

  /// One message at a time leaves a rank.
  static Condition may_ask(const Part&, const State& s) {
    return {s.sends_under_way == 0, {Kind::departures}};
  }
  /// Messages to one receiver keep their order: MPI tells them apart by it.
  static bool is_next_to_its_receiver(const Part& p, const State& s, std::size_t k) {
    return p.earlier[k] == Part::none || s.sent[p.earlier[k]] == s.replay;
  }
  /// A busy receiver is asked again when it said that it is free.
  static bool may_be_asked(const Part&, const State& s, std::size_t k, double now) {
    return s.leave_alone_until[k] <= now;
  }
  /// After a busy one, another receiver is asked, if there is one.
  static bool is_another(const Part&, const State& s, std::size_t k) { return !s.was_busy || k != s.asked; }
  /// The sender frees its receiver when the memory it sends from has been read.
  static bool may_free(const Part&, const State& s) { return s.sends_under_way == 0; }
  /// Before the stage is left: a lock that was freed is free.
  static Condition is_settled(const Part&, const State& s) { return {!s.holds && !s.freed, {Kind::locks}}; }

  // The next stage, and after the last: completion.

  static Condition stage_has_arrived(const Part&, const State& s, const RankStage& stage) {
    return {s.arrived_before >= stage.receives.last, {Kind::arrivals, stage.end_phase}};
  }
  static bool stage_has_sent(const Part&, const State& s, const RankStage& stage) {
    return s.next_send == stage.sends.last;
  }
  static Condition stage_has_left(const Part&, const State& s, const RankStage&) {
    return {s.sends_under_way == 0, {Kind::departures}};
  }
  static Condition signals_have_arrived(const Part&, const State& s, const RankStage& stage) {
    return {s.signals_missing == 0, {Kind::signals, stage.end_phase - 1, {0, s.awaited}}};
  }
  static Condition signals_have_left(const Part&, const State& s) {
    return {s.signals_leaving == 0, {Kind::departures}};
  }
  /// Also by a rank without messages in the last phases: the others wait for it.
  static Condition stage_has_passed_barriers(const Part&, const State& s, const RankStage& stage) {
    return {!s.at_barrier && s.barriers_passed >= s.barriers_wanted &&
                (stage.protocol->barriers != Barriers::before_each_phase ||
                 s.barriers_passed >= stage.end_phase - 1),
            {Kind::barrier}};
  }
};

}  // namespace partita::detail
