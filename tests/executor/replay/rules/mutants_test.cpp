// Rules with one condition dropped, or one order swapped: the exploration finds every one of them.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/executor/replay/rules/cases.hpp"
#include "tests/executor/replay/rules/explore.hpp"

namespace partita::detail::explore {
namespace {

enum class Mutant {
  none,
  relays_at_once,
  relays_a_phase_early,
  signals_before_posting,
  enters_barrier_before_posting,
  opens_lock_before_posting,
  has_no_window,
  has_one_more_in_the_window,
  passes_no_barrier_once,
  sends_two_at_once,
  sends_uninvited,
  takes_any_invitation,
  is_out_of_step,
  keeps_step_with_one_partner,
  opens_without_barrier,
  opens_a_barrier_early,
  phase_leaves_sends,
  phase_leaves_receives,
  asks_while_sending,
  overtakes_to_a_receiver,
  asks_busy_ones,
  asks_a_busy_one_again,
  sender_never_frees,
  frees_before_leaving,
  leaves_locks_unsettled,
  stage_leaves_receives,
  stage_leaves_sends_under_way,
  stage_leaves_sends_unsent,
  ends_before_arrivals,
  ends_before_departures,
  ends_without_signals_in,
  ends_without_signals_out,
  skips_last_barriers
};

struct Row {
  Mutant mutant;
  const char* among;  // the cases whose names have this
  const char* what;
};

constexpr Row mutants[] = {
    {Mutant::relays_at_once, "relay", "a relayed message does not wait for its units"},
    {Mutant::relays_a_phase_early, "relay", "a relayed message does not wait for the phase just before"},
    {Mutant::signals_before_posting, "ready_signal", "S1: signals first, then receives are posted"},
    {Mutant::enters_barrier_before_posting, "global_once",
     "global_once: the barrier first, then receives are posted"},
    {Mutant::opens_lock_before_posting, "lock", "lock: opened first, then receives are posted"},
    {Mutant::has_no_window, "windowed", "windowed: no limit"},
    {Mutant::has_one_more_in_the_window, "windowed", "windowed: <= for <"},
    {Mutant::passes_no_barrier_once, "global_once", "global_once: does not wait for its barrier"},
    {Mutant::sends_two_at_once, "global_once", "global_once: does not wait until the send before has left"},
    {Mutant::sends_uninvited, "ready_signal", "S1: does not wait for signals"},
    {Mutant::takes_any_invitation, "ready_signal", "S1: takes the signal of another receiver for its own"},
    {Mutant::is_out_of_step, "pairwise_sync", "pairwise_sync: does not wait for signals"},
    {Mutant::keeps_step_with_one_partner, "pairwise_sync", "pairwise_sync: waits for all but one signal"},
    {Mutant::opens_without_barrier, "barrier", "barrier: a phase does not wait for it"},
    {Mutant::opens_a_barrier_early, "barrier", "barrier: a phase waits for the one before it only"},
    {Mutant::phase_leaves_sends, "ready_signal", "the next phase does not wait for sends"},
    {Mutant::phase_leaves_receives, "ready_signal", "the next phase does not wait for receives"},
    {Mutant::asks_while_sending, "lock", "lock: asks while a message is under way"},
    {Mutant::overtakes_to_a_receiver, "lock", "lock: messages to one receiver in any order"},
    {Mutant::asks_busy_ones, "lock", "lock: busy receivers are not left alone"},
    {Mutant::asks_a_busy_one_again, "lock", "lock: a busy receiver is asked again before another"},
    {Mutant::sender_never_frees, "lock", "lock: the sender does not free its receiver"},
    {Mutant::frees_before_leaving, "lock", "lock: freed before the message has left"},
    {Mutant::leaves_locks_unsettled, "lock", "lock: a replay ends before what was freed is free"},
    {Mutant::stage_leaves_receives, "two stages", "the next stage does not wait for receives"},
    {Mutant::stage_leaves_sends_under_way, "two stages",
     "the next stage does not wait until sends have left"},
    {Mutant::stage_leaves_sends_unsent, "two stages", "the next stage does not wait for unsent messages"},
    {Mutant::ends_before_arrivals, "post_all", "a replay ends without its last receives"},
    {Mutant::ends_before_departures, "post_all", "a replay ends while sends are under way"},
    {Mutant::ends_without_signals_in, "ready_signal", "a replay ends while signals are awaited"},
    {Mutant::ends_without_signals_out, "ready_signal", "a replay ends before its signals have left"},
    {Mutant::skips_last_barriers, "barrier",
     "barrier: a rank without messages in the last phases does not come to them"}};

Mutant mutant = Mutant::none;  // of this test program, which has one thread

// Each condition of the rules, changed in the mutant that it belongs to.
struct Mutated : Conditions {
  static bool is(Mutant one) { return mutant == one; }
  static Condition unless(bool is_dropped, const Condition& condition) {
    return is_dropped ? Condition(true) : condition;
  }
  static bool is_last(const Part& p, const State& s) { return s.stage + 1 == p.stages.size(); }

  static bool is_posted(const Part& p, const State& s) {
    const bool later =
        (is(Mutant::signals_before_posting) && s.signals_sent < s.may_signal) ||
        (is(Mutant::enters_barrier_before_posting) && !s.at_barrier &&
         s.barriers_passed < s.barriers_wanted) ||
        (is(Mutant::opens_lock_before_posting) && p.stages[s.stage].protocol->by_lock && !s.lock_open);
    return later || Conditions::is_posted(p, s);
  }
  static Condition has_what_it_sends(const Part& p, const State& s, std::size_t k) {
    if (is(Mutant::relays_at_once)) return true;
    if (is(Mutant::relays_a_phase_early) && s.arrived_before < p.receives.size())
      return {!p.sends[k].relays || p.receives[s.arrived_before].phase >= p.sends[k].phase - 1,
              {Kind::arrivals, p.sends[k].phase}};
    return Conditions::has_what_it_sends(p, s, k);
  }
  static Condition has_room(const Part& p, const State& s) {
    return unless(
        is(Mutant::has_no_window) || (is(Mutant::has_one_more_in_the_window) &&
                                      s.sends_under_way == static_cast<std::size_t>(p.options.window)),
        Conditions::has_room(p, s));
  }
  static Condition has_passed_barrier(const Part& p, const State& s) {
    return unless(is(Mutant::passes_no_barrier_once), Conditions::has_passed_barrier(p, s));
  }
  static Condition is_alone(const Part& p, const State& s) {
    return unless(is(Mutant::sends_two_at_once), Conditions::is_alone(p, s));
  }
  static Condition is_invited(const Part& p, const State& s, const RankPhase& phase) {
    if (is(Mutant::sends_uninvited)) return true;
    if (is(Mutant::takes_any_invitation))
      return {std::find(s.signalled.begin(), s.signalled.end(), s.replay) != s.signalled.end(),
              Conditions::is_invited(p, s, phase).blocker};
    return Conditions::is_invited(p, s, phase);
  }
  static Condition is_in_step(const Part& p, const State& s, const RankPhase& phase) {
    return unless(
        is(Mutant::is_out_of_step) || (is(Mutant::keeps_step_with_one_partner) && s.signals_missing == 1),
        Conditions::is_in_step(p, s, phase));
  }
  static Condition may_open(const Part& p, const State& s, const RankPhase& phase) {
    return unless(is(Mutant::opens_without_barrier) ||
                      (is(Mutant::opens_a_barrier_early) && s.barriers_passed >= phase.number - 1),
                  Conditions::may_open(p, s, phase));
  }
  static Condition phase_has_left(const Part& p, const State& s, const RankPhase& phase) {
    return unless(is(Mutant::phase_leaves_sends), Conditions::phase_has_left(p, s, phase));
  }
  static Condition phase_has_arrived(const Part& p, const State& s, const RankPhase& phase) {
    return unless(is(Mutant::phase_leaves_receives), Conditions::phase_has_arrived(p, s, phase));
  }
  static Condition may_ask(const Part& p, const State& s) {
    return unless(is(Mutant::asks_while_sending), Conditions::may_ask(p, s));
  }
  static bool is_next_to_its_receiver(const Part& p, const State& s, std::size_t k) {
    return is(Mutant::overtakes_to_a_receiver) || Conditions::is_next_to_its_receiver(p, s, k);
  }
  static bool may_be_asked(const Part& p, const State& s, std::size_t k, double now) {
    return is(Mutant::asks_busy_ones) || Conditions::may_be_asked(p, s, k, now);
  }
  static bool is_another(const Part& p, const State& s, std::size_t k) {
    return is(Mutant::asks_a_busy_one_again) || Conditions::is_another(p, s, k);
  }
  static bool may_free(const Part& p, const State& s) {
    return is(Mutant::frees_before_leaving) ||
           (!is(Mutant::sender_never_frees) && Conditions::may_free(p, s));
  }
  static Condition is_settled(const Part& p, const State& s) {
    return unless(is(Mutant::leaves_locks_unsettled), Conditions::is_settled(p, s));
  }
  static Condition stage_has_arrived(const Part& p, const State& s, const RankStage& stage) {
    return unless(is(is_last(p, s) ? Mutant::ends_before_arrivals : Mutant::stage_leaves_receives),
                  Conditions::stage_has_arrived(p, s, stage));
  }
  static Condition stage_has_left(const Part& p, const State& s, const RankStage& stage) {
    return unless(is(is_last(p, s) ? Mutant::ends_before_departures : Mutant::stage_leaves_sends_under_way),
                  Conditions::stage_has_left(p, s, stage));
  }
  static bool stage_has_sent(const Part& p, const State& s, const RankStage& stage) {
    return is(Mutant::stage_leaves_sends_unsent) || Conditions::stage_has_sent(p, s, stage);
  }
  static Condition signals_have_arrived(const Part& p, const State& s, const RankStage& stage) {
    return unless(is(Mutant::ends_without_signals_in), Conditions::signals_have_arrived(p, s, stage));
  }
  static Condition signals_have_left(const Part& p, const State& s) {
    return unless(is(Mutant::ends_without_signals_out), Conditions::signals_have_left(p, s));
  }
  static Condition stage_has_passed_barriers(const Part& p, const State& s, const RankStage& stage) {
    return unless(is(Mutant::skips_last_barriers), Conditions::stage_has_passed_barriers(p, s, stage));
  }
};

using MutatedRules = BasicReplayRules<Mutated>;

TEST(Mutants, AreAllFound) {
  const std::vector<SmallCase> cases = small_cases();
  for (const Row& row : mutants) {
    mutant = row.mutant;
    std::string fault, where;
    for (const SmallCase& one : cases) {
      if (one.name.find(row.among) == std::string::npos) continue;
      fault = explore<MutatedRules>(one).fault;
      where = one.name;
      if (!fault.empty()) break;
    }
    std::printf("%-75s %s: %s\n", row.what, where.c_str(), fault.c_str());
    EXPECT_NE(fault, "") << row.what << " is not found";
  }
  mutant = Mutant::none;
}

TEST(Mutants, WithNothingChangedAreTheRules) {
  mutant = Mutant::none;
  for (const SmallCase& one : small_cases()) {
    if (one.ranks() > 2) continue;
    const Exploration changed = explore<MutatedRules>(one), rules = explore<ReplayRules>(one);
    EXPECT_EQ(changed.states, rules.states) << one.name;
    EXPECT_EQ(changed.fault, "") << one.name;
  }
}

}  // namespace
}  // namespace partita::detail::explore
