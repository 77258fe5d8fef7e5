#pragma once
/// \file Lane choice: how many iterations of a loop run at once, by the clock.
///
/// Lanes gain if the body computes more than the transposition of its rows costs. Only the compiled body
/// tells. So the first pieces of a loop run in turn in all ways, and the way with the shortest piece stays.
/// All ways give the same bits.

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <utility>

#include <partita/loops/lanes.hpp>
#include <partita/support/stopwatch.hpp>

namespace partita::loops {

/// The ways to run a loop whose largest floating-point numbers have these bytes: one iteration after the
/// other, and as many at once as a vector has numbers; with AVX-512 half as many, too, which is faster where
/// the body computes little.
template <std::size_t bytes>
struct LaneWays {
  static constexpr int most = vector_width / 8 / static_cast<int>(bytes);
  using Lanes = std::conditional_t<vector_width == 512, std::integer_sequence<int, 1, most / 2, most>,
                                   std::integer_sequence<int, 1, most>>;
};

/// The choice of one loop.
class LaneChoice {
 public:
  /// @return iterations at once, or 0 before the choice
  int lanes() const { return lanes_; }

  /// Runs iterations [begin, end) by calls `run(lanes, first, last)`, whose number of lanes is a compile-time
  /// constant, one of `ways`, the same at each call.
  template <int... ways, class Run>
  void operator()(std::integer_sequence<int, ways...>, std::size_t begin, std::size_t end, const Run& run) {
    constexpr std::array given{ways...};
    for (; begin < end && lanes_ == 0; ++trials_) {
      const std::size_t last = std::min(end, begin + piece), way = trials_ % given.size();
      const Stopwatch watch;
      (void)((given[way] == ways && (run(std::integral_constant<int, ways>(), begin, last), true)) || ...);
      least_[way] = std::min(least_[way], watch.seconds() / static_cast<double>(last - begin));
      begin = last;
      if (trials_ + 1 == trials_of_each * given.size())
        lanes_ = given[static_cast<std::size_t>(
            std::min_element(least_.begin(), least_.begin() + given.size()) - least_.begin())];
    }
    if (begin < end)
      (void)((lanes_ == ways && (run(std::integral_constant<int, ways>(), begin, end), true)) || ...);
  }

 private:
  static constexpr std::size_t piece = 1024;  // iterations
  static constexpr std::size_t trials_of_each = 8;
  static constexpr double never = std::numeric_limits<double>::max();

  int lanes_ = 0;
  std::size_t trials_ = 0;
  std::array<double, 3> least_{never, never, never};  // by way: seconds an iteration
};

}  // namespace partita::loops
