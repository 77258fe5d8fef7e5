// A rank that refuses a message, in every order of events of small cases: whichever message it is, all other
// ranks end, and no rank takes values for its own that were refused on their way.
#include <cstdio>
#include <set>

#include <gtest/gtest.h>

#include "tests/executor/replay/rules/cases.hpp"
#include "tests/executor/replay/rules/explore.hpp"

namespace partita::detail::explore {
namespace {

// The same messages by one way after another are left out: its last replay is as that of one table.
std::vector<SmallCase> cases_with(Refusal refusal) {
  std::vector<SmallCase> cases = small_cases(1);
  std::erase_if(cases, [](const SmallCase& one) { return one.name.starts_with("a change of way"); });
  for (SmallCase& one : cases) one.refusal = refusal;
  return cases;
}

TEST(Refusals, LeaveNoRankWaiting) {
  std::size_t states = 0;
  for (const SmallCase& one : cases_with(Refusal::goes_on)) {
    const Exploration found = explore<ReplayRules>(one);
    EXPECT_FALSE(found.was_cut_off) << one.name;
    EXPECT_EQ(found.fault, "") << one.name;
    states += found.states;
  }
  std::printf("%9zu states in all\n", states);
}

// By every protocol, so what the test before shows is no matter of course.
TEST(Refusals, WouldLeaveRanksWaitingIfTheReplayStopped) {
  std::set<std::string_view> found;
  for (const SmallCase& one : cases_with(Refusal::stops)) {
    const std::string_view protocol = one.tables[0][0].stages[0].protocol->spelling;
    if (found.contains(protocol)) continue;
    if (explore<ReplayRules>(one).fault == "ranks wait for each other for ever") {
      found.insert(protocol);
      std::printf("%s\n", one.name.c_str());
    }
  }
  EXPECT_EQ(found.size(), protocols.size());
}

}  // namespace
}  // namespace partita::detail::explore
