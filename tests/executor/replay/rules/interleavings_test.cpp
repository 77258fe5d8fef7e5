// The rules that Replay links, in every order of events of small cases.
#include <cstdio>

#include <gtest/gtest.h>

#include "tests/executor/replay/rules/cases.hpp"
#include "tests/executor/replay/rules/explore.hpp"

namespace partita::detail::explore {
namespace {

TEST(Interleavings, AllEndAndKeepTheRules) {
  std::size_t states = 0;
  for (const SmallCase& one : small_cases()) {
    const Exploration found = explore<ReplayRules>(one);
    std::printf("%9zu states: %s\n", found.states, one.name.c_str());
    EXPECT_FALSE(found.was_cut_off) << one.name;
    EXPECT_EQ(found.fault, "") << one.name;
    states += found.states;
  }
  std::printf("%9zu states in all\n", states);
}

}  // namespace
}  // namespace partita::detail::explore
