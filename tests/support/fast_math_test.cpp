// What a program's own flags do: this one is compiled and linked with -Ofast. Values are few, and read anew.
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>
#include <mpi.h>

#include <partita/support/exact_sum.hpp>

namespace partita {
namespace {

// Terms of a sum that is 3 * 2^-1074: it needs subnormal numbers, and this order.
std::vector<double> terms() {
  const volatile double large = 0x1p1023, one = 1, least = 0x1p-1022, more = 0x1.0000000000003p-1022;
  std::vector<double> values;
  for (int k = 0; k < 500; ++k)
    for (const double value : {+large, +one, +least, +more}) values.insert(values.end(), {value, -value});
  values.insert(values.end(), {+more, -least});
  return values;
}
constexpr std::uint64_t three = 3;  // the bits of the sum; -Ofast may take the double for zero

std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

TEST(FastMath, ChangesNoExactSum) {
  const std::vector<double> values = terms(), ones(values.size(), 1);
  ExactSum by_value, by_product, by_span, by_changes;
  std::array<std::int64_t, ExactSum::Change::words> changes{};
  for (const double value : values) {
    by_value.add(value);
    by_product.add_product(value, 3);
    by_product.add_product(value, -2);
    const ExactSum::Change change = ExactSum::change(value);
    for (int k = 0; k < 3; ++k)
      if (change.by[k] != 0) changes[static_cast<std::size_t>(change.first + k)] += change.by[k];
  }
  by_span.add(values);
  by_changes.add(changes);
  EXPECT_EQ(bits(by_value.value()), three);
  EXPECT_EQ(bits(by_span.value()), three);
  EXPECT_EQ(bits(by_changes.value()), three);
  EXPECT_EQ(bits(by_product.value()), three);
  const Communicator comm(MPI_COMM_SELF);
  EXPECT_EQ(bits(exact_sum(comm, values)), three);
  EXPECT_EQ(bits(exact_dot(comm, values, ones)), three);
}

}  // namespace
}  // namespace partita
