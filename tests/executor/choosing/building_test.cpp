#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <partita/executor/choosing/building.hpp>

namespace partita::detail {
namespace {

// NICE, section 4.1, and for dense matrices Wang, Lin, Ranka 1993, section 3.
TEST(Building, ARowOfTheMatrixHas16BytesAMessageOr8BytesARankIfThatIsLess) {
  const Machine machine{.costs = {.bandwidth = 8, .slowdown = 0}};  // a word a second
  const auto seconds = [&](Algorithm algorithm, std::vector<DestinationVector> rows) {
    return building_seconds(algorithm, CommunicationMatrix(std::move(rows)), machine);
  };
  const DestinationVector one{{1, 5}}, two{{1, 5}, {2, 5}}, four{{0, 5}, {1, 5}, {2, 5}, {3, 5}};
  for (const Algorithm algorithm : {Algorithm::rs_n, Algorithm::colouring}) {
    EXPECT_EQ(seconds(algorithm, {one, {}, {}, {}}), 2);
    EXPECT_EQ(seconds(algorithm, {two, one, {}, {}}), 4 + 2);
    EXPECT_EQ(seconds(algorithm, {four, four, one, {}}), 4 + 4 + 2);
  }
  EXPECT_EQ(seconds(Algorithm::lp, {four, four, four, four}), 0) << "needs no matrix";
  const CommunicationMatrix matrix({two, one, {}, {}});
  EXPECT_EQ(building_seconds(Algorithm::rs_n, matrix, machine, /*has_matrix=*/true), 0);
}

}  // namespace
}  // namespace partita::detail
