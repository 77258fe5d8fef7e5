#pragma once
/// \file What keeps a rank from going on in a replay.

#include <cstdint>

#include <partita/executor/replay/rules/rank_part.hpp>

namespace partita::detail {

/// An event that must come first. `none`: nothing that this rank's rules know of.
struct Blocker {
  enum class Kind : std::uint8_t {
    none,
    arrivals,    ///< of all messages of phases before `phase`
    departures,  ///< of sends under way
    signals,     ///< `signals` of phase `phase`
    barrier,     ///< of all ranks
    locks,       ///< of receivers, or the time until one is asked again
    time         ///< until an idle phase is over: see IdlePhases
  };

  Kind kind = Kind::none;
  int phase = 0;
  Range signals = {};

  explicit operator bool() const { return kind != Kind::none; }
};

/// Whether a condition holds, and if not, what must come first. So a rule that asks a condition, the words of
/// a rank that waits, and the check of replays cannot disagree.
struct Condition {
  Condition(bool does_hold, const Blocker& otherwise = {})
      : holds(does_hold), blocker(otherwise) {}  // NOLINT
  explicit operator bool() const { return holds; }

  bool holds;
  Blocker blocker;
};

}  // namespace partita::detail
