#include <algorithm>
#include <cstdio>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <partita/schedule/direct/balanced.hpp>
#include <partita/schedule/quality.hpp>
#include <partita/schedule/verify.hpp>

#include "miniapps/random_matrix.hpp"
#include "tests/schedule/random_matrix.hpp"

namespace partita {
using namespace detail;
namespace {

Schedule make_balanced(const CommunicationMatrix& matrix, double start_up = 0) {
  return make_schedule(matrix, {.algorithm = Algorithm::balanced, .start_up = start_up});
}

double cost(const Schedule& schedule, double start_up) {
  return static_cast<double>(longest_sum(schedule.tables)) + start_up * schedule.phases();
}

CommunicationMatrix papers_matrix(int density, std::uint64_t seed) {
  return make_random_matrix({.ranks = 32, .density = density, .shortest = 1, .longest = 32}, seed);
}

TEST(Balanced, TakesAsLongAsTheBusiestRankIsBusyAlways) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const auto matrix = testing_support::random_matrix(seed);
    const Schedule schedule = make_balanced(matrix);
    EXPECT_EQ(verify(schedule, matrix), std::nullopt) << "seed " << seed;
    EXPECT_EQ(longest_sum(schedule.tables), longest_sum_bound(matrix)) << "seed " << seed;
    EXPECT_GE(schedule.phases(), matrix.degree()) << "the lower bound, seed " << seed;
  }
}

TEST(Balanced, NeedsFewPhases) {
  const struct {
    int density;
    double most;
  } few[] = {{4, 8.5}, {16, 29}, {31, 50}};
  for (const auto& [density, most] : few) {
    double sum = 0;
    for (std::uint64_t seed = 0; seed < 50; ++seed)
      sum += make_balanced(papers_matrix(density, seed)).phases();
    std::printf("balanced, 32 ranks, density %2d, lengths 1 to 32: %5.2f phases\n", density, sum / 50);
    EXPECT_LE(sum / 50, most);
  }
}

TEST(Balanced, CostsNoMoreThanWholeMessagesAndNoMoreThanFullBalanceWhateverAStartUpCosts) {
  for (const int density : {4, 16, 31})
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const auto matrix = papers_matrix(density, seed);
      const Schedule whole = make_schedule(matrix, {Algorithm::colouring});
      const Schedule full = make_balanced(matrix);
      for (const double start_up : {0.25, 1.0, 4.0, 16.0, 64.0, 1000.0}) {
        const Schedule schedule = make_balanced(matrix, start_up);
        EXPECT_EQ(verify(schedule, matrix), std::nullopt);
        EXPECT_LE(cost(schedule, start_up), cost(whole, start_up));
        EXPECT_LE(cost(schedule, start_up), cost(full, start_up));
      }
    }
}

TEST(Balanced, IsCheaperThanEitherEndWhereStartUpsAndUnitsBothMatter) {
  double balanced_cost = 0, whole_cost = 0, full_cost = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto matrix = papers_matrix(16, seed);
    balanced_cost += cost(make_balanced(matrix, 4), 4);
    whole_cost += cost(make_schedule(matrix, {Algorithm::colouring}), 4);
    full_cost += cost(make_balanced(matrix), 4);
  }
  EXPECT_LT(balanced_cost, 0.99 * full_cost);
  EXPECT_LT(balanced_cost, 0.9 * whole_cost);
}

TEST(Balanced, SplitsNothingWhenAStartUpCostsMoreThanAllElse) {
  double sum = 0, sum_of_colouring = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const auto matrix = testing_support::random_matrix(seed);
    for (const double start_up : {1e9, std::numeric_limits<double>::infinity()})
      EXPECT_EQ(make_balanced(matrix, start_up).phases(), matrix.degree()) << "seed " << seed;
    sum += static_cast<double>(longest_sum(make_balanced(matrix, 1e9).tables));
    sum_of_colouring +=
        static_cast<double>(longest_sum(make_schedule(matrix, {Algorithm::colouring}).tables));
  }
  EXPECT_LT(sum, 0.8 * sum_of_colouring) << "long messages go together";
}

TEST(Balanced, SendsThePiecesOfAMessageInOrderOneAPhase) {
  const auto matrix = papers_matrix(31, 1);
  for (const PhaseTable& table : make_balanced(matrix).tables) {
    std::map<int, Units> sent;  // to
    for (const Transfer& send : table.sends) {
      ASSERT_EQ(send.pieces.size(), 1u);
      EXPECT_EQ(send.pieces[0].offset, sent[send.partner]);
      sent[send.partner] += send.pieces[0].length;
    }
  }
}

TEST(Balanced, OfMessagesOfOneLengthSplitsNoneAndIsAColouring) {
  for (const int density : {4, 16, 31}) {
    const auto matrix = make_random_matrix({.ranks = 32, .density = density, .shortest = 7, .longest = 7}, 1);
    EXPECT_EQ(make_balanced(matrix).phases(), density);
  }
}

TEST(Balanced, OfVeryLongMessages) {
  Random random(1);
  for (int k = 0; k < 20; ++k) {
    std::vector<DestinationVector> rows(20);
    for (auto& row : rows)
      for (int to = 0; to < 20; ++to)
        if (random.below(2) == 0) row.push_back({to, (Units{random.next()} << 8) + 1});
    rows[0] = {{0, Units{1} << 40}};
    const CommunicationMatrix matrix(rows);
    const Schedule schedule = make_balanced(matrix);
    EXPECT_EQ(verify(schedule, matrix), std::nullopt);
    EXPECT_EQ(longest_sum(schedule.tables), longest_sum_bound(matrix));
    EXPECT_EQ(make_balanced(matrix, 1e30).phases(), matrix.degree());
  }
}

TEST(Balanced, OfNothingHasNoPhase) {
  EXPECT_EQ(make_balanced(CommunicationMatrix({})).phases(), 0);
  EXPECT_EQ(make_balanced(CommunicationMatrix({{}, {}}), 3).phases(), 0);
}

TEST(Balanced, OfThousandRanks) {
  const auto matrix = make_random_matrix(
      {.ranks = 1024, .density = 8, .shortest = 1, .longest = 1000, .regularity = Regularity::rows}, 1);
  const Schedule schedule = make_balanced(matrix);
  EXPECT_EQ(verify(schedule, matrix), std::nullopt);
  EXPECT_EQ(longest_sum(schedule.tables), longest_sum_bound(matrix));
}

}  // namespace
}  // namespace partita
