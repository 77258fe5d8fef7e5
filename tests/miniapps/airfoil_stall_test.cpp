// When the residual of a run falls no more.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "stall.hpp"

namespace partita::airfoil {
namespace {

constexpr long patience = 100;

// The step in which a course of residuals stalls, of at most 10000, or 0.
long stalls_at(auto&& residual) {
  Stall stall(patience);
  for (long step = 1; step <= 10000; ++step) {
    stall.add(residual(step), {0, 0});
    if (stall.is_here()) return step;
  }
  return 0;
}

TEST(AirfoilStall, NeverComesWhileTheResidualFallsByAHundredthAStep) {
  EXPECT_EQ(stalls_at([](long step) { return std::pow(0.99, step); }), 0);
}

TEST(AirfoilStall, OfAConstantResidualComesAfterItsPatience) {
  EXPECT_EQ(stalls_at([](long) { return 0.5; }), 1 + patience);
}

TEST(AirfoilStall, ComesAfterAsManyStepsAsTheLowestResidualTook) {
  EXPECT_EQ(stalls_at([](long step) { return std::pow(0.5, std::min(step, 3 * patience)); }), 6 * patience);
}

TEST(AirfoilStall, DoesNotComeWhileAHigherResidualFalls) {
  // Above the first residual from step 2 to step 359.
  EXPECT_EQ(stalls_at([](long step) { return step < 10 ? std::pow(10, step) : 1e9 * std::pow(0.95, step); }),
            0);
}

TEST(AirfoilStall, MeansAreOfTheStepsAfterTheLowestResidual) {
  Stall stall(patience);
  stall.add(1, {100, 100});
  stall.add(0.5, {10, 10});
  stall.add(0.6, {1, 4});
  stall.add(0.55, {3, 8});
  EXPECT_EQ(stall.since(), 2);
  EXPECT_EQ(stall.mean().lift, 2);
  EXPECT_EQ(stall.mean().drag, 6);
}

}  // namespace
}  // namespace partita::airfoil
