// Exact sums of views: those of spans.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <Kokkos_Core.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/executor/kokkos_sums.hpp>
#include <partita/support/error.hpp>
#include <partita/support/random.hpp>

namespace partita {
namespace {

using OnHost = Kokkos::DefaultHostExecutionSpace;
using OnDevice = Kokkos::DefaultExecutionSpace;
using Spaces = std::conditional_t<std::is_same_v<OnHost, OnDevice>, testing::Types<OnHost>,
                                  testing::Types<OnHost, OnDevice>>;

template <class Space>
class KokkosSums : public testing::Test {};
TYPED_TEST_SUITE(KokkosSums, Spaces);

// Of any magnitude, so that another order gives other sums.
std::vector<double> random_values(std::size_t n, int rank) {
  Random random(static_cast<std::uint64_t>(rank) + 1);
  std::vector<double> values;
  while (values.size() < n)
    values.push_back(std::ldexp(random.next() - 0x1p31, static_cast<int>(random.below(900))));
  return values;
}

template <class View>
void fill(const View& view, const std::vector<double>& values) {
  const auto host = Kokkos::create_mirror_view(view);
  for (std::size_t k = 0; k < values.size(); ++k) host(k) = values[k];
  Kokkos::deep_copy(view, host);
}

// No kernel stands in a test: nvcc takes none in private functions.
template <class View>
void count_up(const View& view) {
  Kokkos::parallel_for(
      Kokkos::RangePolicy<typename View::execution_space>(0, view.extent(0)),
      KOKKOS_LAMBDA(const std::size_t k) { view(k) = static_cast<double>(k); });
}

TYPED_TEST(KokkosSums, AreThoseOfSpans) {
  const Communicator comm(MPI_COMM_WORLD);
  for (const std::size_t n : {0, 1, 1000}) {
    const std::vector<double> values = random_values(2 * n, comm.rank());
    const std::span<const double> a(values.data(), n), b(values.data() + n, n);
    const Kokkos::View<double*, TypeParam> all("values", 2 * n);
    fill(all, values);
    const Kokkos::View<const double*, TypeParam> first = Kokkos::subview(all, std::pair(std::size_t{0}, n));
    const auto second = Kokkos::subview(all, std::pair(n, 2 * n));
    EXPECT_EQ(exact_sum(comm, first), exact_sum(comm, a));
    EXPECT_EQ(exact_dot(comm, first, second), exact_dot(comm, a, b));
    EXPECT_EQ(exact_norm(comm, second), exact_norm(comm, b));
  }
}

TYPED_TEST(KokkosSums, FollowTheKernelsThatComputeTheValues) {
  const Communicator comm(MPI_COMM_WORLD);
  const Kokkos::View<double*, TypeParam> view("values", 100000);
  count_up(view);
  EXPECT_EQ(exact_sum(comm, view), comm.size() * 4999950000.0);
}

TEST(KokkosSumsOnTheHost, TakeTheColumnOfAnArray) {
  const Communicator comm(MPI_COMM_WORLD);
  const Kokkos::View<double**, Kokkos::LayoutRight, OnHost> rows("rows", 500, 3);
  const std::vector<double> values = random_values(500, comm.rank());
  const auto column = Kokkos::subview(rows, Kokkos::ALL, 1);
  for (std::size_t k = 0; k < values.size(); ++k) rows(k, 0) = 1, rows(k, 1) = values[k];
  EXPECT_EQ(exact_sum(comm, column), exact_sum(comm, values));
  EXPECT_EQ(exact_dot(comm, column, Kokkos::subview(rows, Kokkos::ALL, 0)), exact_sum(comm, values));
  EXPECT_EQ(exact_norm(comm, column), exact_norm(comm, values));
}

TEST(KokkosSumsOnTheHost, OfViewsOfDifferentLengthsAreRefused) {
  const Kokkos::View<double*, OnHost> two("two", 2), three("three", 3);
  ExactSum sum;
  EXPECT_THAT(
      [&] { add_products(sum, two, three); },
      testing::ThrowsMessage<Error>("the factors of a dot product have 2 and 3 values; give both as many"));
}

}  // namespace
}  // namespace partita
