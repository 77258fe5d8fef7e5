// Exact sums: those of the C++ interface.
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <partita/support/exact_sum.hpp>
#include <partita/support/random.hpp>

#include "calls.hpp"

namespace partita {
namespace {

using namespace testing_support;

TEST(CExactSums, ColumnsDotProductsAndNormsAreThoseOfCpp) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Random random(1000 * seed + static_cast<std::uint64_t>(comm.rank()));
    const std::size_t n = random.below(200);
    std::vector<double> values;
    for (std::size_t k = 0; k < 2 * n; ++k)  // of any exponent, so that another order gives other sums
      values.push_back(std::ldexp(random.next() - 0x1p31, static_cast<int>(random.below(120))));
    const std::span<const double> first(values.data(), n), second(values.data() + n, n);

    std::array<double, 2> sums{};
    double dot = 0, norm = 0;
    const auto length = static_cast<std::ptrdiff_t>(n);
    expect_ok(partita_exact_sums(MPI_COMM_WORLD, 2, length, values.data(), sums.data()));
    expect_ok(partita_exact_dot(MPI_COMM_WORLD, length, first.data(), second.data(), &dot));
    expect_ok(partita_exact_norm(MPI_COMM_WORLD, length, first.data(), &norm));
    EXPECT_EQ(sums, (std::array{exact_sum(comm, first), exact_sum(comm, second)}));
    EXPECT_EQ(dot, exact_dot(comm, first, second));
    EXPECT_EQ(norm, exact_norm(comm, first));
  }
}

TEST(CExactSums, OfNothingAreNought) {
  double sum = 7;
  expect_ok(partita_exact_sums(MPI_COMM_WORLD, 1, 0, nullptr, &sum));
  EXPECT_EQ(sum, 0);
  expect_ok(partita_exact_sums(MPI_COMM_WORLD, 0, 5, nullptr, nullptr));
  expect_ok(partita_exact_norm(MPI_COMM_WORLD, 0, nullptr, &(sum = 7)));
  EXPECT_EQ(sum, 0);
}

}  // namespace
}  // namespace partita
