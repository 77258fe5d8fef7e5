/// \file The cost of exact sums: nanoseconds per value of a plain loop, ExactSum value by value, and ExactSum
/// over a span; for values of similar magnitude, and for magnitudes over half the range of double.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <limits>
#include <span>
#include <vector>

#include <mpi.h>

#include <partita/support/exact_sum.hpp>
#include <partita/support/random.hpp>
#include <partita/support/stopwatch.hpp>

namespace {

using Values = std::vector<double>;

Values random_values(std::size_t count, int exponents) {
  partita::Random random(count);
  Values values(count);
  for (double& value : values) {
    const double fraction = random.next() * 0x1p-31 - 1 + random.next() * 0x1p-63;
    value = std::ldexp(fraction, -static_cast<int>(random.below(static_cast<std::uint32_t>(exponents))));
  }
  return values;
}

double plain(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

double by_value(std::span<const double> values) {
  partita::ExactSum sum;
  for (const double value : values) sum.add(value);
  return sum.value();
}

double by_span(std::span<const double> values) {
  partita::ExactSum sum;
  sum.add(values);
  return sum.value();
}

volatile double kept;  // keeps the compiler from removing the sum

/// Nanoseconds per value, the least of several rounds.
template <class Sum>
double nanoseconds(Sum sum, const Values& values) {
  const std::size_t repetitions = std::max<std::size_t>(1, 2'000'000 / values.size());
  double least = std::numeric_limits<double>::infinity();
  for (int round = 0; round < 15; ++round) {
    const partita::Stopwatch watch;
    for (std::size_t k = 0; k < repetitions; ++k) kept = sum(values);
    least = std::min(least, watch.seconds() / static_cast<double>(repetitions * values.size()) * 1e9);
  }
  return least;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  std::printf("ns per value   values   plain loop   by value   by span\n");
  for (const int exponents : {1, 50, 120, 1000})
    for (const std::size_t count : {1000, 10'000, 100'000, 1'000'000, 10'000'000}) {
      const Values values = random_values(count, exponents);
      std::printf("%4d exponents %9zu %12.2f %10.2f %9.2f\n", exponents, count, nanoseconds(plain, values),
                  nanoseconds(by_value, values), nanoseconds(by_span, values));
    }
  MPI_Finalize();
}
