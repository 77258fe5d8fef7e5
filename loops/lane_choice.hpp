#pragma once
/// \file Lane choice: how many iterations of a loop run at once, by the clock.
///
/// Lanes gain if the body computes more than the transposition of its rows costs. Only the compiled body
/// tells. So on each thread the first pieces of a loop run in turn in all ways that it has (`lanes_of`), and
/// the way with the shortest piece stays. All ways give the same bits.

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

#include <partita/support/stopwatch.hpp>

namespace partita::loops {

/// The choice of one thread for one loop.
class LaneChoice {
 public:
  /// @return the number of the way that stays, or -1 before the choice
  int way() const { return way_; }

  /// Runs iterations [begin, end) by calls `run(way, first, last)`.
  /// @param ways at most 3, the same number at each call
  void operator()(std::size_t ways, std::size_t begin, std::size_t end, const auto& run) {
    for (; begin < end && way_ < 0; ++trials_) {
      const std::size_t last = std::min(end, begin + piece), way = trials_ % ways;
      const Stopwatch watch;
      run(way, begin, last);
      least_[way] = std::min(least_[way], watch.seconds() / static_cast<double>(last - begin));
      begin = last;
      if (trials_ + 1 == trials_of_each * ways)
        way_ = static_cast<int>(std::min_element(least_.begin(), least_.begin() + ways) - least_.begin());
    }
    if (begin < end) run(static_cast<std::size_t>(way_), begin, end);
  }

 private:
  static constexpr std::size_t piece = 1024;  // iterations
  static constexpr std::size_t trials_of_each = 8;
  static constexpr double never = std::numeric_limits<double>::max();

  int way_ = -1;
  std::size_t trials_ = 0;
  std::array<double, 3> least_{never, never, never};  // by way: seconds an iteration
};

}  // namespace partita::loops
