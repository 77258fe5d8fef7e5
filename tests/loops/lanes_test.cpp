// Rows are transposed to lanes and back without a changed bit, and a loop takes the faster way to run.
#include <algorithm>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>
#include <mpi.h>

#include <partita/loops/lane_choice.hpp>
#include <partita/loops/lanes.hpp>

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
