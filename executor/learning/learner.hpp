#pragma once
/// \file Which way each replay goes while an exchange learns. No MPI, no clock: others tell the times.
///
/// All ways give the same values, so an exchange tries them in its own replays. Learning goes in rounds:
///
///     screen         ways once each, the least risky first: what a riskier one loses delays those after it. Of
///                    risky ways that are alike in risk only one is tried. A riskier one, unless it is believed
///                    to be the best, waits until less risky ones have been tried, and none of those that have
///                    a risk is much slower than the best: where these lose messages, it would, too.
///                    Predictions rule ways out: see below
///     screen again   those that waited, if they need no longer, until none is left; and at most three times
///                    those that took longer than the best by half and by 150 ms and are no riskier, which had
///                    bad luck, and, of those that took twice as long, those that came right after a slower one,
///                    whose late messages they may have paid for. Before each, a replay that does not count: by
///                    the best way so far, or, if that takes longer than 150 ms and is riskier, by itself
///     halve          three rounds: ways within 1.6 times the best (at most 6), 3 replays each, of which the
///                    first counts not; within 1.2 (at most 3), 6 replays, of which three count not: ranks that
///                    do not wait for one another need some replays until they run apart; within 1.08 (at
///                    most 3), 24 replays, of which three count not. Each round's replays are added to those of
///                    the halving before
///     rest           the best way, timed as well
///
/// Halving early keeps the price low: a way that takes ten times as long as the best is replayed once. After
/// each round the ranks agree on each way's time. The agreement is begun before the next replay, goes on
/// during it, and is complete before the one after; if the best way takes less than a millisecond, it goes on
/// during as many replays as take that long, at most 8. So every rank changes its way at the same replay.
///
/// Rests last 12 replays, then twice as long as the rest before, up to 1024. What they show is compared with
/// the best of the other ways. If that is known to be faster by 2 %, or less than 8 % slower but only from
/// few replays, those two are compared again. If it is known to be faster by 30 % after a rest of less than
/// 48, it takes over at once: few replays found the best way. If the time differs by more than 30 % from that
/// of the first rest of 48 or more replays, and after every eighth rest, learning begins again with the first
/// round. Rests grow all the same: where times differ by themselves, learning would never end otherwise.
///
/// Predictions rule ways out, but for the first: those that are predicted to take more than 1.3 times the
/// least prediction, and those with a handicap that are not predicted to be faster by it. Predictions count
/// as wrong, and all ways are tried, if the best so far takes more than 1.5 times its prediction, or less
/// than that part of it; for ways with a handicap 2 times. A way with a handicap is the best only if it is
/// faster by it.
///
/// The time of a way is that from when the last rank has made the replays that do not count until the last
/// one has made those that do: of the seconds since a rank began with the way, the maximum over ranks at the
/// end, less the maximum where counting begins (0 in screens and rests, where all replays count). The maximum
/// of the ranks' own times would be too long: of ranks that run apart, each has short and long replays in
/// turn, and of three replays one rank has the long ones.
///
/// A replay that takes four times a rank's median, or longer than it by half and by 150 ms, is a loss: of a
/// packet, say, for which TCP waits 200 ms. It counts as the mean of the others. The time of losses is
/// counted over all rounds, of replays that count, as seconds a replay, and added: one of ten replays that
/// takes ten times as long makes a way slow, but few rounds have ten. Replays without losses are added, ten
/// if the way is risky, else forty: one loss says little about a way that should have none.
///
/// Source of the rounds: Jamieson, Talwalkar 2016, "Non-stochastic best arm identification" (successive
/// halving).

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace partita::detail {

class Learner {
 public:
  struct Way {
    int risk = 0;          ///< of messages being lost: risk_of
    double predicted = 0;  ///< seconds a replay; 0: unknown
    double handicap = 1;   ///< by which factor it must be faster than less risky ones: handicap_of
  };

  /// @param ways   at least 2
  /// @param first  the one that is believed to be the best
  explicit Learner(std::vector<Way> ways, std::size_t first = 0);

  /// What ranks do together before the next replay.
  enum class Agreement { none, begin, finish };
  Agreement before_next() const;

  /// The times of this rank, three numbers a way and one more: to be reduced by the maximum over ranks.
  /// If `before_next` is `begin`.
  std::vector<double> times() const;

  /// Takes in the maxima, the same on every rank. If `before_next` is `finish`.
  void agree(std::span<const double> maxima);

  /// The way of the next replay. Afterwards `is_timed` says whether `took` is to be called.
  std::size_t next();
  bool is_timed() const { return is_timed_; }

  /// The replay begun last took this long on this rank, with units of this many bytes. If these differ within
  /// a round, of replays that count, times say nothing about ways: all ranks stay with the best way so far
  /// from then on. In a rest they do so anyway, and its times are forgotten.
  void took(double seconds, std::size_t bytes_per_unit);

  /// The best way so far, and what ranks have agreed that each takes; 0: not tried yet.
  std::size_t best() const { return best_; }
  const std::vector<double>& seconds() const { return agreed_; }

  const std::vector<Way>& ways() const { return all_; }

  std::size_t replays() const { return replays_; }
  bool is_resting() const { return stage_ == Stage::rest; }  ///< has learnt; replays the best way
  bool has_given_up() const { return stage_ == Stage::given_up; }

  /// How often a best way has been found, by all rounds, by the last one of two ways, or by a rest; and the
  /// number of replays until it was first.
  int times_learnt() const { return times_learnt_; }
  std::size_t learnt_in() const { return learnt_in_; }

 private:
  enum class Stage { screen, screen_again, halve, rest, given_up };

  // Of a way on this rank, over all rounds; those before learning began again count half.
  struct Losses {
    double seconds = 0;  // more than usual
    double replays = 0;  // with and without losses
  };

  // Replays in a row of one way. The first of them do not count.
  struct Block {
    std::size_t way, replays, skipped;
  };

  // Not tried yet: no reason to take it.
  static double known(double seconds) {
    return seconds > 0 ? seconds : std::numeric_limits<double>::infinity();
  }
  double expected(std::size_t way) const;
  double least() const { return known(std::ranges::min(agreed_, {}, known)); }
  void add_time(std::size_t way, double seconds, double lost);
  std::size_t fastest() const;
  bool is_sound(std::size_t way) const;
  std::size_t least_risky() const;
  std::size_t replays_to_agree() const;
  bool waits(std::size_t way) const;
  bool is_surely_slower(std::size_t way) const;
  std::vector<std::size_t> screenable() const;
  void screen();
  void forget_doubtful();
  void screen_more();
  void keep(double factor, std::size_t most);
  void rest();
  void rest_longer();
  void halve(std::size_t round);
  Losses losses(std::size_t way) const;
  void end_of_rest();
  bool may_be_better(std::size_t way) const;
  void start(Stage stage);
  void forget_times();

  std::vector<Way> all_;
  Stage stage_ = Stage::screen;
  std::size_t round_ = 0;          // of halving
  std::vector<std::size_t> ways_;  // of this round, in order
  std::vector<Block> blocks_;      // of this round, which have not ended
  std::size_t in_block_ = 0;       // replays
  std::size_t bridging_ = 0;       // replays after a round, while ranks agree
  bool is_timed_ = false;
  bool is_counted_ = false;
  std::size_t timed_way_ = 0;
  std::vector<double> uncounted_;             // seconds by way, of this round's replays that do not count
  std::vector<std::vector<double>> samples_;  // seconds by way, of those that do
  std::size_t bytes_ = 0;                     // a unit, of the first replay that counted
  bool is_uneven_ = false;                    // they differ
  std::vector<double> agreed_;                // seconds by way
  std::vector<double> lossless_;              // the same without what losses take ...
  std::vector<double> weights_;               // ... a mean of so many replays; 0: of none, or of the screen's
  std::vector<int> doubts_;                   // by way: how often it was tried again
  std::vector<Losses> losses_;                // by way, of the rounds before
  std::size_t best_;
  double usual_ = 0;      // seconds of the best way in its first long rest
  std::size_t rest_ = 0;  // replays of the rest before
  std::size_t rests_ = 0;
  std::size_t replays_ = 0;
  int times_learnt_ = 0;
  std::size_t learnt_in_ = 0;
};

}  // namespace partita::detail
