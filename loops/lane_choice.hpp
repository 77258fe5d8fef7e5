#pragma once
/// \file Lane choice: how many iterations of a loop run at once.
///
/// Lanes gain if the body computes more than the transposition of its rows costs. So on each thread the first
/// pieces of a loop are the trials of a choice between all ways that it has (`lanes_of`).

#include <algorithm>
#include <cstddef>

#include <partita/loops/way_choice.hpp>
#include <partita/support/stopwatch.hpp>

namespace partita::loops {

/// The choice of one thread for one loop.
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
