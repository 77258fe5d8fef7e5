#pragma once
/// \file Lane choice: whether a loop runs its iterations in lanes or one by one, by the clock.
///
/// Lanes gain if the body computes more than the transposition of its rows costs. Only the compiled body
/// tells. So the first pieces of a loop run in turn in both ways, and the way with the shortest piece stays.
/// All ways give the same bits.

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <type_traits>

#include <partita/loops/lanes.hpp>
#include <partita/support/stopwatch.hpp>

namespace partita::loops {

/// The choice of one loop.
class LaneChoice {
 public:
  /// @return iterations at once, or 0 before the choice
  int lanes() const { return trials_ < most_trials ? 0 : faster_ == 0 ? 1 : lanes_at_once; }

  /// Runs iterations [begin, end) by calls `run(lanes, first, last)`, whose number of lanes is a compile-time
  /// constant.
  template <class Run>
  void operator()(std::size_t begin, std::size_t end, const Run& run) {
    for (; begin < end && trials_ < most_trials; ++trials_) {
      const std::size_t last = std::min(end, begin + piece);
      const Stopwatch watch;
      run_by(trials_ % 2, begin, last, run);
      double& least = least_[trials_ % 2];
      least = std::min(least, watch.seconds() / static_cast<double>(last - begin));
      faster_ = least_[1] < least_[0] ? 1 : 0;
      begin = last;
    }
    if (begin < end) run_by(faster_, begin, end, run);
  }

 private:
  static constexpr std::size_t piece = 1024;  // iterations
  static constexpr int most_trials = 16;

  template <class Run>
  static void run_by(int way, std::size_t begin, std::size_t end, const Run& run) {
    if (way == 0)
      run(std::integral_constant<int, 1>(), begin, end);
    else
      run(std::integral_constant<int, lanes_at_once>(), begin, end);
  }

  int trials_ = 0;
  int faster_ = 0;
  std::array<double, 2> least_{std::numeric_limits<double>::max(), std::numeric_limits<double>::max()};
};

}  // namespace partita::loops
