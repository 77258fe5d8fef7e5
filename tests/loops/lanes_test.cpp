// Rows are transposed to lanes and back without a changed bit, and a loop takes the faster way to run.
#include <algorithm>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>
#include <mpi.h>

#include <partita/loops/in_lanes.hpp>
#include <partita/loops/lanes.hpp>
#include <partita/loops/way_choice.hpp>

namespace {

bool has_own_clock = false;
double own_clock = 0;

}  // namespace

extern "C" double MPI_Wtime() { return has_own_clock ? own_clock : PMPI_Wtime(); }

namespace partita::loops {
namespace {

template <class T, int K, int L>
void expect_transposed() {
  std::vector<T> field(20 * K);
  std::iota(field.begin(), field.end(), T(1));
  const std::vector<local_index> rows{3, 19, 0, 7, 7, 12, 1, 18};
  Lanes<T, K, L> lanes;
  load_rows(lanes, field.data(), rows.data());
  T back[L][K];
  turn(lanes, back);
  T sums[L][K] = {};
  for (int l = 0; l < L; ++l) {
    add_row<K>(sums[l], back[l]);
    add_row<K>(sums[l], back[l]);
    for (int c = 0; c < K; ++c) {
      const T value = field[rows[l] * K + c];
      EXPECT_EQ(lanes.at[c][l], value)
          << K << " components, " << L << " lanes: lane " << l << ", component " << c;
      EXPECT_EQ(back[l][c], value);
      EXPECT_EQ(sums[l][c], 2 * value);
    }
  }
}

template <class T, int L>
void expect_transposed_for_all_components() {
  unrolled<9>([](auto k) { expect_transposed<T, k + 1, L>(); });
}

TEST(Lanes, HoldTheRowsTransposed) {
  expect_transposed_for_all_components<double, 1>();
  expect_transposed_for_all_components<double, 2>();
  expect_transposed_for_all_components<double, 4>();
  expect_transposed_for_all_components<double, 8>();
  expect_transposed_for_all_components<float, 2>();
  expect_transposed_for_all_components<float, 4>();
  expect_transposed_for_all_components<float, 8>();
  expect_transposed_for_all_components<int, 4>();
}

// Rows come several times, also within one vector; numbers of iterations are multiples of nothing.
TEST(LanesByHand, GiveTheBitsOfOneIterationAfterTheOther) {
  constexpr int rows = 30;
  using Two = Kokkos::Array<double, 2>;
  for (const std::size_t iterations : {0, 1, 7, 16, 61}) {
    std::vector<double> q(2 * rows), expected(2 * rows), sums(2 * rows), set(rows), expected_set(rows);
    for (std::size_t k = 0; k < q.size(); ++k) q[k] = 1.0 / static_cast<double>(k + 3);
    std::vector<local_index> from, to;
    for (std::size_t i = 0; i < iterations; ++i) {
      from.push_back(static_cast<local_index>(i * i % rows));
      to.push_back(static_cast<local_index>(i / 3 % rows));
    }
    const auto body = [](const Two& a, const Two& b, Two& to_a, Two& to_b, double& last) {
      for (int c = 0; c < 2; ++c) {
        to_a[c] -= a[c] * b[c];
        to_b[c] += a[c] * b[c];
      }
      last = a[0] - b[1];
    };
    for (std::size_t i = 0; i < iterations; ++i) {
      const auto row = [&](local_index k) { return Two{q[2 * k], q[2 * k + 1]}; };
      Two to_a{}, to_b{};
      body(row(from[i]), row(to[i]), to_a, to_b, expected_set[static_cast<std::size_t>(to[i])]);
      for (int c = 0; c < 2; ++c) expected[2 * from[i] + c] += to_a[c];
      for (int c = 0; c < 2; ++c) expected[2 * to[i] + c] += to_b[c];
    }
    for_each_in_lanes(read<2>(q, from), read<2>(q, to), increment<2>(sums, from), increment<2>(sums, to),
                      write<1>(set, to), body);
    EXPECT_EQ(sums, expected) << iterations;
    EXPECT_EQ(set, expected_set) << iterations;
  }
  const std::vector<local_index> one(1), two(2);
  std::vector<double> q(2);
  EXPECT_THROW(for_each_in_lanes(read<1>(q, one), increment<1>(q, two), [](double, double&) {}), Error);
}

TEST(LaneChoice, RunsEveryIterationOnceAndInOrder) {
  LaneChoice choice;
  std::size_t next = 0;
  const auto run = [&](std::size_t, std::size_t begin, std::size_t end) {
    EXPECT_EQ(begin, next);
    EXPECT_LT(begin, end);
    next = end;
  };
  for (const std::size_t end : {1u, 1u, 5u, 1030u, 20'000u, 40'000u}) choice(3, next, end, run);
  EXPECT_EQ(next, 40'000u);
}

TEST(LaneChoice, StaysWithTheFastestWay) {
  has_own_clock = true;
  for (const int fast : {0, 1, 2}) {
    LaneChoice choice;
    EXPECT_EQ(choice.way(), -1);
    choice(3, 0, 100'000, [&](std::size_t way, std::size_t, std::size_t) {
      own_clock += way == static_cast<std::size_t>(fast) ? 1 : 2;
    });
    EXPECT_EQ(choice.way(), fast);
  }
  has_own_clock = false;
}

}  // namespace
}  // namespace partita::loops
