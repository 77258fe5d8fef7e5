#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <partita/executor/exchange.hpp>

#include "tests/executor/random_case.hpp"

namespace partita {
namespace {

using namespace testing_support;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(Operations, SayWhatTheOwnerHasThen) {
  EXPECT_EQ(Add{}(2, 3), 5);
  EXPECT_EQ(Min{}(2, 3), 2);
  EXPECT_EQ(Min{}(3, 2), 2);
  EXPECT_EQ(Max{}(2, 3), 3);
  EXPECT_EQ(Max{}(3, 2), 3);
  EXPECT_EQ(Replace{}(2, 3), 3);
  EXPECT_EQ(Min{}(1.0, nan), 1.0);
  EXPECT_EQ(Max{}(1.0, nan), 1.0);
  EXPECT_NE(Max{}(nan, 1.0), 1.0) << "a NaN of the owner's stays";
}

// Not associative: it tells every order from every other.
struct Chained {
  double operator()(double owned, double contribution) const { return 0.5 * owned - contribution; }
};

template <class Operation>
class Scatter : public testing::Test {};

using Operations = testing::Types<Add, Min, Max, Replace, Chained>;
TYPED_TEST_SUITE(Scatter, Operations, );

TYPED_TEST(Scatter, CombinesGhostsWithTheirOwnersValueAscendingByRank) {
  const Communicator comm(MPI_COMM_WORLD);
  const TypeParam operation;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Case c(comm, seed);
    Exchange halo(c.pattern());
    const std::size_t components = 1 + seed % 3;
    std::vector<double> field;
    for (const global_index index : c.global_of)
      for (std::size_t component = 0; component < components; ++component)
        field.push_back(value(index, component, comm.rank()));
    const std::vector<double> before = field;
    halo.scatter(operation, FieldView<double>::contiguous(field, components));
    const std::size_t owned = c.owned() * components;
    for (std::size_t k = 0; k < owned; ++k)
      ASSERT_EQ(field[k], c.combined(operation, value, c.global_of[k / components], k % components))
          << "to the last bit, seed " << seed;
    for (std::size_t k = owned; k < field.size(); ++k)
      ASSERT_EQ(field[k], before[k]) << "ghosts stay as they are";
  }
}

TEST(ScatterWith, AnOperationThatRemembersSeesEachContributionOnce) {
  const Communicator comm(MPI_COMM_WORLD);
  const Case c(comm, 3);
  Exchange halo(c.pattern());
  std::vector<int> ranks(c.global_of.size(), comm.rank());
  std::vector<int> seen;
  const int high = 1000;
  halo.begin_scatter(ranks);
  halo.finish_scatter(
      [&](int owned, int contribution) {
        seen.push_back(contribution);
        return owned + high * contribution;
      },
      ranks);
  std::vector<int> expected;
  for (const NeededBy& neighbour : c.pattern().needed_by())
    expected.insert(expected.end(), neighbour.owned.size(), neighbour.rank);
  EXPECT_EQ(seen, expected) << "each contribution once, ascending by rank";
}

TEST(ScatterWith, TypesOfOnesOwn) {
  struct Extent {
    float low, high;
  };
  const Communicator comm(MPI_COMM_WORLD);
  const Case c(comm, 21);
  Exchange halo(c.pattern());
  const auto mine = static_cast<float>(comm.rank());
  std::vector<Extent> extents(c.global_of.size(), Extent{mine, mine});
  halo.scatter(
      [](const Extent& a, const Extent& b) {
        return Extent{std::min(a.low, b.low), std::max(a.high, b.high)};
      },
      extents);
  for (std::size_t k = 0; k < c.owned(); ++k) {
    std::vector<int> ranks = c.holders(c.global_of[k]);
    ranks.push_back(comm.rank());
    const auto [low, high] = std::minmax_element(ranks.begin(), ranks.end());
    EXPECT_EQ(extents[k].low, static_cast<float>(*low));
    EXPECT_EQ(extents[k].high, static_cast<float>(*high));
  }
}

}  // namespace
}  // namespace partita
