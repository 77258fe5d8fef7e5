// Sums that are exact until they are rounded.
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <partita/support/random.hpp>

#include "calls.hpp"

namespace partita {
namespace {

using namespace testing_support;

std::uint64_t bits(double number) { return std::bit_cast<std::uint64_t>(number); }

// The same on every rank: of any exponent, so that another order would give other sums.
std::vector<double> numbers(std::uint64_t seed) {
  Random random(seed);
  std::vector<double> all;
  for (int k = 0; k < 1000; ++k)
    all.push_back(
        std::ldexp(static_cast<double>(random.next()) - 0x1p31, static_cast<int>(random.below(120))));
  return all;
}

// Those of this rank, backwards.
std::vector<double> dealt(const std::vector<double>& all) {
  std::vector<double> mine;
  for (std::size_t k = all.size(); k-- > 0;)
    if (at(rank_here()) == k * k % at(number_of_ranks())) mine.push_back(all[k]);
  return mine;
}

TEST(CExactSums, HaveTheSameBitsHoweverTheValuesAreDealt) {
  const std::vector<double> all[] = {numbers(1), numbers(2)};
  std::vector<double> whole(all[0]), mine = dealt(all[0]), others = dealt(all[1]);
  const std::ptrdiff_t n = std::ssize(mine);
  whole.insert(whole.end(), all[1].begin(), all[1].end());
  mine.insert(mine.end(), others.begin(), others.end());
  std::array<double, 2> together{}, here{};
  expect_ok(partita_exact_sums(MPI_COMM_WORLD, 2, n, mine.data(), together.data()));
  expect_ok(partita_exact_sums(MPI_COMM_SELF, 2, 1000, whole.data(), here.data()));
  EXPECT_EQ(bits(together[0]), bits(here[0]));
  EXPECT_EQ(bits(together[1]), bits(here[1]));

  double dot = 0, dot_here = 0;
  expect_ok(partita_exact_dot(MPI_COMM_WORLD, n, mine.data(), others.data(), &dot));
  expect_ok(partita_exact_dot(MPI_COMM_SELF, 1000, all[0].data(), all[1].data(), &dot_here));
  EXPECT_EQ(bits(dot), bits(dot_here));
}

TEST(CExactSums, AreRoundedOnce) {
  const bool is_first = rank_here() == 0, is_last = rank_here() == number_of_ranks() - 1;
  const std::array<double, 3> mine{is_first ? 1e100 : 0, 1, is_last ? -1e100 : 0}, ones{1, 1, 1};
  double sum = 0, dot = 0;
  expect_ok(partita_exact_sums(MPI_COMM_WORLD, 1, 3, mine.data(), &sum));
  expect_ok(partita_exact_dot(MPI_COMM_WORLD, 3, mine.data(), ones.data(), &dot));
  EXPECT_EQ(sum, number_of_ranks());
  EXPECT_EQ(dot, number_of_ranks());
}

TEST(CExactSums, OfNothingAreNought) {
  double sum = 7;
  expect_ok(partita_exact_sums(MPI_COMM_WORLD, 1, 0, nullptr, &sum));
  EXPECT_EQ(sum, 0);
  expect_ok(partita_exact_sums(MPI_COMM_WORLD, 0, 5, nullptr, nullptr));
}

}  // namespace
}  // namespace partita
