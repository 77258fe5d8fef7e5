#pragma once
/// \file Phases in which a rank sends nothing, waited for as if it did. Only by the protocol `global_once`,
/// and only of the algorithm `stable`.
///
/// Bokhari 1991, sections 4.2 and 5. The stable schedule keeps every link free though ranks drift by a step,
/// as long as all of them step on at one pace; so a rank whose destination would be itself idles for as long
/// as the others transmit. Bokhari computes that time from the machine's parameters. Here it is what this
/// rank's own messages took in the replay before, from start to departure, on average; in the first replay
/// no rank idles. The messages of irregular loops leave many phases empty, which are idled through as well.
///
/// A measure may be wrong, because a rank was kept from its processor meanwhile, say. So the time of a phase
/// rises by doubling at most from replay to replay, and in one replay a rank idles no longer than its own
/// messages took together.

#include <tuple>

namespace partita::detail {

/// One rank's. Times are seconds of any clock; nothing here waits.
class IdlePhases {
 public:
  /// The next replay begins, with phase 0.
  void begin();

  /// Whether the message of this phase may be started now: the phases since the last message, which has left,
  /// are over. Phases ascend.
  bool are_over(int phase, double now);

  /// If they are not: when they will be.
  double over_at() const { return idles_until_; }

  /// The message of this phase was started, and has left.
  void sent(int phase, double from, double until);

  /// All that tells it from others; the last is the only time that counts from the clock's zero.
  auto values() const {
    return std::tuple(phase_seconds_, messages_, took_, may_idle_, next_phase_, idles_until_);
  }

 private:
  double phase_seconds_ = 0;  // for which a phase is idled through
  int messages_ = 0;          // of this replay
  double took_ = 0;           // together
  double may_idle_ = 0;       // what is left of this replay
  int next_phase_ = 0;        // those before are over, or idled through
  double idles_until_ = 0;
};

}  // namespace partita::detail
