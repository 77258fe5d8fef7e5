#pragma once
/// \file Way choice: which of several compiled ways to run a loop stays, by the clock.
///
/// Only the compiled body tells which is fastest. So the first trials go through all ways in turn, and the
/// way with the shortest trial stays. All ways give the same bits.

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

#include <partita/support/stopwatch.hpp>

namespace partita::loops {

class WayChoice {
 public:
  /// @return the number of the way that stays, or -1 before the choice
  int way() const { return way_; }

  /// The way to run next. @param ways at most 3, the same number at each call
  std::size_t next(std::size_t ways) const {
    return way_ < 0 ? trials_ % ways : static_cast<std::size_t>(way_);
  }

  /// The next way took so many seconds an iteration. Call it after each trial, until there is a choice.
  void took(std::size_t ways, double seconds) {
    double& least = least_[next(ways)];
    least = std::min(least, seconds);
    if (++trials_ == trials_of_each * ways)
      way_ = static_cast<int>(std::min_element(least_.begin(), least_.begin() + ways) - least_.begin());
  }

 private:
  static constexpr std::size_t trials_of_each = 8;
  static constexpr double never = std::numeric_limits<double>::max();

  int way_ = -1;
  std::size_t trials_ = 0;
  std::array<double, 3> least_{never, never, never};  // by way
};

/// How many iterations of a loop run at once, on one thread. Lanes gain if the body computes more than the
/// transposition of its rows costs. The first pieces of the loop are the trials.
class LaneChoice {
 public:
  /// @return the number of the way that stays, or -1 before the choice
  int way() const { return choice_.way(); }

  /// Runs iterations [begin, end) by calls `run(way, first, last)`.
  /// @param ways at most 3, the same number at each call
  void operator()(std::size_t ways, std::size_t begin, std::size_t end, const auto& run) {
    while (begin < end && way() < 0) {
      const std::size_t last = std::min(end, begin + piece);
      const Stopwatch watch;
      run(choice_.next(ways), begin, last);
      choice_.took(ways, watch.seconds() / static_cast<double>(last - begin));
      begin = last;
    }
    if (begin < end) run(choice_.next(ways), begin, end);
  }

 private:
  static constexpr std::size_t piece = 1024;  // iterations

  WayChoice choice_;
};

}  // namespace partita::loops
