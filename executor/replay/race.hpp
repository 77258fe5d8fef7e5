#pragma once
/// \file Race: which of several candidates replays the same messages fastest, found in a program's own
/// replays. No MPI, no clock: the caller tells the times.
///
/// Race:
///     A *heat* replays each candidate in turn, three times in a row. The first of the three does not count:
///     it waits for what the candidate before has left behind. After the heat the ranks agree on the largest
///     time of any rank. The time of a candidate is the median of its heats. One that takes three times the
///     best in the first heat drops out, later one that takes 1.3 times the best. After five heats, or if one
///     is left, the best rests.
/// Rest:
///     The best is replayed 64 times, then twice as often as in the rest before, up to 1024 times. The time of
///     a rest is a mean: it has what is lost now and then, which a median hides. What two rests in a row exceed
///     the median counts against that candidate in the next race, and half as much in each later one. If two
///     rests in a row take 1.3 times what was expected, if one takes less than that part of it, and after every
///     eighth rest, the race is run again.

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace partita::detail {

class Race {
 public:
  /// Of several candidates, each in turn is replayed from the first heat on.
  explicit Race(std::size_t candidates);

  /// The candidate of the next replay; then `is_timed` says whether `took` is to be called.
  std::size_t next();
  bool is_timed() const { return is_timed_; }

  /// The last replay took this long on this rank, with units of this many bytes. If these differ within a
  /// heat, times say nothing about candidates: the race is over, and the best candidate so far stays.
  void took(double seconds, std::size_t bytes_per_unit);

  /// Whether a heat or rest has ended. Replays go by the best candidate until the ranks have agreed.
  bool awaits_agreement() const { return !is_over_ && replayed_ == replays_of_heat(); }

  /// This rank's seconds by candidate, and one number more, of which all ranks are to find the maxima.
  std::vector<double> times() const;
  void agree(std::span<const double> maxima);

  std::size_t best() const { return best_; }
  double seconds(std::size_t candidate) const;  ///< a replay; 0: not known
  std::size_t replays() const { return replays_; }
  std::size_t decided_after() const { return decided_after_; }  ///< replays; 0: not yet
  bool is_over() const { return is_over_; }
  bool is_racing() const { return !is_over_ && rest_ == 0; }

 private:
  std::size_t replays_of_heat() const;
  void start();
  void drop_slow();
  void end_rest(double seconds);

  std::vector<std::vector<double>> heats_;  // by candidate: seconds a replay
  std::vector<double> lost_;                // by candidate: what its last rest had more
  std::vector<double> taken_;               // by candidate: seconds of this rank in this heat
  std::vector<std::size_t> racing_;
  std::size_t best_ = 0;
  std::size_t heat_ = 0, replayed_ = 0;  // replays of this heat or rest
  std::size_t rest_ = 0, rests_ = 0;     // replays of this rest; 0: racing
  std::size_t longest_rest_ = 0;         // so far
  double expected_ = 0, last_rest_ = 0;  // seconds of a replay in a rest
  std::size_t bytes_ = 0;                // of a unit in this heat
  bool is_uneven_ = false, is_over_ = false, is_timed_ = false;
  std::size_t timed_ = 0;
  std::size_t replays_ = 0, decided_after_ = 0;
};

}  // namespace partita::detail
