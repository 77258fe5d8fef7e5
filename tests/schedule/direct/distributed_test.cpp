#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <partita/schedule/direct/distributed.hpp>
#include <partita/schedule/verify.hpp>

#include "miniapps/random_matrix.hpp"
#include "tests/schedule/random_matrix.hpp"

namespace partita {
using namespace detail;
namespace {

struct Mean {
  double phases = 0;
  double degree = 0;
  double rounds = 0;
};

Mean mean_of(RandomMatrix look, int samples) {
  Mean mean;
  for (int seed = 0; seed < samples; ++seed) {
    const auto matrix = make_random_matrix(look, static_cast<std::uint64_t>(seed));
    const auto negotiated = distributed(matrix, static_cast<std::uint64_t>(seed));
    mean.phases += negotiated.tables.front().phases / double(samples);
    mean.degree += matrix.degree() / double(samples);
    mean.rounds += negotiated.rounds / double(samples);
  }
  return mean;
}

// Every rank sends to its neighbours in a k x k x k grid, also across corners.
CommunicationMatrix neighbours_in_grid(int k) {
  std::vector<DestinationVector> rows;
  const auto near = [k](int a) { return std::pair{std::max(a - 1, 0), std::min(a + 1, k - 1)}; };
  for (int rank = 0; rank < k * k * k; ++rank) {
    rows.emplace_back();
    const auto [x0, x1] = near(rank % k);
    const auto [y0, y1] = near(rank / k % k);
    const auto [z0, z1] = near(rank / k / k);
    for (int z = z0; z <= z1; ++z)
      for (int y = y0; y <= y1; ++y)
        for (int x = x0; x <= x1; ++x)
          if (const int to = (z * k + y) * k + x; to != rank) rows.back().push_back({to, 1});
  }
  return CommunicationMatrix(std::move(rows));
}

TEST(Distributed, NeedsAThirdMorePhasesThanTheLargestDegreeAtMost) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const auto matrix = testing_support::random_matrix(seed);
    EXPECT_LE(make_schedule(matrix, {Algorithm::distributed, seed}).phases(), 1.3 * matrix.degree() + 1)
        << "seed " << seed;
  }
}

TEST(Distributed, NeedsFewPhasesMoreThanTheLargestDegree) {
  for (const auto regularity : {Regularity::exact, Regularity::rows, Regularity::independent})
    for (const int ranks : {32, 128})
      for (const int density : {4, 8, 16, 31}) {
        const Mean mean = mean_of({.ranks = ranks, .density = density, .regularity = regularity}, 4);
        EXPECT_LE(mean.phases, mean.degree + 2.5) << ranks << " ranks, density " << density;
        EXPECT_LE(mean.phases, 1.3 * mean.degree + 1) << ranks << " ranks, density " << density;
      }
}

TEST(Distributed, NeedsFewPhasesAmongNeighboursInAGrid) {
  for (const int k : {2, 4, 8}) {
    const auto matrix = neighbours_in_grid(k);
    EXPECT_LE(distributed(matrix, 1).tables.front().phases, matrix.degree() + 2) << k << " a side";
  }
}

TEST(Distributed, RoundsGrowLikeTheLogarithmOfTheRanks) {
  const double few = mean_of({.ranks = 32, .density = 8}, 10).rounds;
  const double many = mean_of({.ranks = 1024, .density = 8}, 2).rounds;
  std::printf("distributed, density 8: %.1f rounds on 32 ranks, %.1f on 1024\n", few, many);
  EXPECT_LE(many, 2 * few) << "32 is 2^5, 1024 is 2^10";
}

TEST(Distributed, ManagesMoreMessagesThanAnAnswerCanDescribe) {
  for (const int density : {63, 64, 65, 130}) {
    const auto matrix = make_random_matrix({.ranks = 150, .density = density}, 1);
    const Schedule schedule = make_schedule(matrix, {Algorithm::distributed});
    EXPECT_EQ(verify(schedule, matrix), std::nullopt) << "density " << density;
    EXPECT_LE(schedule.phases(), 1.1 * density) << "density " << density;
  }
}

TEST(Distributed, NobodyHasAnythingToSay) {
  for (const int ranks : {1, 5}) {
    const CommunicationMatrix silent(std::vector<DestinationVector>(static_cast<std::size_t>(ranks)));
    const auto [tables, rounds] = distributed(silent, 1);
    for (const PhaseTable& table : tables) EXPECT_EQ(table, PhaseTable());
    EXPECT_EQ(rounds, 0);
  }
}

TEST(Distributed, AMessageToOneselfTakesAPhase) {
  const CommunicationMatrix matrix({{{0, 3}, {1, 1}}, {}});
  const Schedule schedule = make_schedule(matrix, {Algorithm::distributed});
  EXPECT_EQ(verify(schedule, matrix), std::nullopt);
  EXPECT_EQ(schedule.tables[0].sends.size(), 2u);
}

TEST(Distributed, AllToOneAndOneToAll) {
  constexpr int ranks = 100;
  std::vector<DestinationVector> gather(ranks, {{0, 7}}), scatter(ranks);
  for (int to = 0; to < ranks; ++to) scatter[0].push_back({to, 7});
  for (const CommunicationMatrix& matrix : {CommunicationMatrix(gather), CommunicationMatrix(scatter)}) {
    const Schedule schedule = make_schedule(matrix, {Algorithm::distributed});
    EXPECT_EQ(verify(schedule, matrix), std::nullopt);
    EXPECT_LE(schedule.phases(), ranks + 2);
  }
}

}  // namespace
}  // namespace partita
