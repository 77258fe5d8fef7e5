#include <gtest/gtest.h>

#include <partita/inspector/executors.hpp>

namespace partita {

using namespace detail;

namespace {

std::vector<int> executors(Execution execution, std::vector<int> owners) {
  std::vector<int> executors;
  append_executors(execution, owners, /*here=*/7, executors);
  return executors;
}

TEST(Execution, FirstOwnerIsTheOwnerOfTheFirstReference) {
  EXPECT_EQ(executors(Execution::first_owner, {3, 1, 1}), std::vector{3});
}

TEST(Execution, MajorityIsTheOwnerOfMostReferences) {
  EXPECT_EQ(executors(Execution::majority, {3, 1, 1}), std::vector{1});
  EXPECT_EQ(executors(Execution::majority, {2, 2, 1, 0}), std::vector{2});
}

TEST(Execution, OfEqualsTheOneReferredToFirstExecutes) {
  EXPECT_EQ(executors(Execution::majority, {3, 1}), std::vector{3});
  EXPECT_EQ(executors(Execution::majority, {0, 2, 1, 1, 2}), std::vector{2});
}

TEST(Execution, OnBothSidesEveryOwnerExecutesOnce) {
  EXPECT_EQ(executors(Execution::both_sides, {3, 1, 3}), (std::vector{1, 3}));
  EXPECT_EQ(executors(Execution::both_sides, {2, 2}), std::vector{2});
}

TEST(Execution, AnIterationWithoutReferencesStays) {
  for (const auto& [execution, name] : executions)
    EXPECT_EQ(executors(execution, {}), std::vector{7}) << name;
}

TEST(Execution, HasNames) {
  EXPECT_EQ(execution_named("both_sides"), Execution::both_sides);
  EXPECT_EQ(name_of(Execution::majority), "majority");
  EXPECT_THROW((void)execution_named("nobody"), Error);
}

}  // namespace
}  // namespace partita
