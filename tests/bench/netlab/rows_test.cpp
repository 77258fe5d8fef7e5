// The rows of netlab and their summary.
#include "bench/netlab/rows.hpp"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/lab/cell.hpp"

namespace partita::netlab {
namespace {

using testing::HasSubstr;

Row row(const Strategy& strategy, double even, double odd, bool is_chosen = false) {
  return {.machine = "cm5",
          .ranks = 8,
          .description = "uniform:4",
          .mean_bytes = 4096,
          .bytes_per_unit = 4096,
          .seed = 3,
          .strategy = strategy,
          .times = {(even + odd) / 2, 1, {even, odd}},
          .predicted = 0.5,
          .is_chosen = is_chosen};
}

constexpr Strategy at_once{}, by_signals{Algorithm::colouring, {Protocol::ready_signal}},
    windowed{Algorithm::rs_n, {Protocol::windowed, 1}};

TEST(NetlabRows, AreCellsOfTheLab) {
  const std::string path = (std::filesystem::temp_directory_path() / "partita_netlab_rows.csv").string();
  std::ofstream(path) << csv_heading() << csv_of(row(windowed, 0.1, 0.2));
  const lab::CellTable table = lab::read_cells(path);
  std::filesystem::remove(path);
  ASSERT_EQ(table.cells.size(), 1U);
  const lab::Cell& cell = table.cells.front();
  EXPECT_EQ(cell.machine, "cm5");
  EXPECT_EQ(cell.ranks, 8);
  EXPECT_EQ(cell.matrix, lab::matrix_description("uniform:4"));
  EXPECT_EQ(cell.bytes, 4096U);
  EXPECT_EQ(cell.seed, 3U);
  EXPECT_EQ(cell.algorithm, Algorithm::rs_n);
  EXPECT_EQ(cell.protocol, Protocol::windowed);
  EXPECT_EQ(cell.window, 1);
}

TEST(NetlabRows, ShowWhatTheChoiceLosesAndWins) {
  const std::string said =
      summary({row(at_once, 0.3, 0.3), row(by_signals, 0.1, 0.1), row(windowed, 0.15, 0.15, true)});
  EXPECT_THAT(said, HasSubstr("colouring by ready_signal"));
  EXPECT_THAT(said, HasSubstr("chosen over best: median 1.50, nine in ten 1.50, worst 1.50"));
}

// One of two equally good strategies is the better by chance; the other half of the rounds does not confirm
// it.
TEST(NetlabRows, DoNotRewardLuck) {
  const std::string said = summary({row(at_once, 0.8, 1.0), row(by_signals, 1.0, 0.8, true)});
  EXPECT_THAT(said, HasSubstr("chosen over best: median 1.00"));
  EXPECT_THAT(said, HasSubstr("compared by the rest: median 0.90"));
}

TEST(NetlabRows, OfSeveralCellsAreJudgedCellByCell) {
  std::vector<Row> rows{row(at_once, 1, 1, true), row(by_signals, 2, 2), row(at_once, 3, 3),
                        row(by_signals, 1, 1, true)};
  rows[2].mean_bytes = rows[3].mean_bytes = 65536;
  EXPECT_THAT(summary(rows), HasSubstr("chosen over best: median 1.00, nine in ten 1.00, worst 1.00"));
}

}  // namespace
}  // namespace partita::netlab
