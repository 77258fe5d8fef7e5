#include <gtest/gtest.h>

#include <partita/inspector/execution.hpp>

namespace partita {

using namespace detail;

namespace {

constexpr int this_rank = 7;

TEST(Execution, FirstOwnerIsTheOwnerOfTheFirstReference) {
  EXPECT_EQ(executors(Execution::first_owner, {3, 1, 1}, this_rank), std::vector{3});
}

TEST(Execution, MajorityIsTheOwnerOfMostReferences) {
  EXPECT_EQ(executors(Execution::majority, {3, 1, 1}, this_rank), std::vector{1});
  EXPECT_EQ(executors(Execution::majority, {2, 2, 1, 0}, this_rank), std::vector{2});
}

TEST(Execution, OfEqualsTheOneReferredToFirstExecutes) {
  EXPECT_EQ(executors(Execution::majority, {3, 1}, this_rank), std::vector{3});
  EXPECT_EQ(executors(Execution::majority, {0, 2, 1, 1, 2}, this_rank), std::vector{2});
}

TEST(Execution, OnBothSidesEveryOwnerExecutesOnce) {
  EXPECT_EQ(executors(Execution::both_sides, {3, 1, 3}, this_rank), (std::vector{1, 3}));
  EXPECT_EQ(executors(Execution::both_sides, {2, 2}, this_rank), std::vector{2});
}

TEST(Execution, AnIterationWithoutReferencesStays) {
  for (const auto& [execution, name] : executions)
    EXPECT_EQ(executors(execution, {}, this_rank), std::vector{7}) << name;
}

TEST(Execution, HasNames) { EXPECT_EQ(name_of(Execution::majority), "majority"); }

}  // namespace
}  // namespace partita
