#pragma once
/// \file How far one rank is in a replay, as its rules know it.

#include <cstddef>
#include <vector>

#include <partita/executor/replay/rules/rank_part.hpp>

namespace partita::detail {

/// How far the replay under way is. Messages, signals and phases are numbers in the lists of the RankPart.
struct RulesProgress {
  std::size_t stage = 0;

  std::size_t posted = 0, may_post = 0;  ///< receives: those before have been posted, may be posted
  std::size_t arrived_before = 0;        ///< all before this one have
  bool is_spoilt = false;                ///< some that have arrived were refused

  std::size_t next_send = 0;  ///< those before were started; in a stage by `lock`, that many
  std::size_t sends_under_way = 0;
  double started_at = 0;  ///< the last send, with timed idle

  std::size_t next_phase = 0;  ///< those before are complete
  bool phase_open = false;

  std::size_t awaited = 0, may_await = 0;  ///< signals in: those before are awaited, may be awaited
  std::size_t signals_missing = 0;         ///< awaited, and have not arrived
  std::size_t signals_sent = 0, may_signal = 0;
  std::size_t signals_leaving = 0;  ///< sent, and have not left

  int barriers_passed = 0;  ///< each is before the phase of its number
  int barriers_wanted = 0;
  bool at_barrier = false;

  bool lock_open = false;  ///< this rank's own, of this stage
  std::size_t asked = 0;   ///< the send for which a lock was asked, or is held
  bool asks = false, granted = false;
  bool was_busy = false;  ///< the receiver of the send that was asked for last
  bool holds = false;     ///< the receiver's lock, which this rank frees itself
  bool freed = false;     ///< one, and did not yet wait until it is free
  double wakes_at = 0;    ///< when time alone lets something be done
};

/// The same, one entry a message or signal: the replay in which it last was what the list says. So nothing is
/// cleared for the next one. The number may wrap: a complete replay sets every entry that is read.
struct RulesLists {
  unsigned replay = 1;                    ///< this one
  std::vector<unsigned> arrived;          ///< by receive
  std::vector<unsigned> signalled;        ///< by signal in
  std::vector<unsigned> sent;             ///< by send
  std::vector<double> leave_alone_until;  ///< by send; over, when it is sent
};

struct RulesState : RulesProgress, RulesLists {};

}  // namespace partita::detail
