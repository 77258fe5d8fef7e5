#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <partita/mesh/number_along_curve.hpp>

namespace partita::mesh {
namespace {

// A grid of 2^levels points along each axis: each at the middle of one of the squares (cubes) that the curve
// visits.
void expect_steps_to_neighbours(int dimension, int levels) {
  const int n = 1 << levels;
  std::vector<std::pair<std::uint64_t, std::array<int, 3>>> visits;
  for (int z = 0; z < (dimension == 3 ? n : 1); ++z)
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < n; ++x)
        visits.push_back(
            {curve_position({x + 0.5, y + 0.5, z + 0.5}, {{0, 0, 0}, {1.0 * n, 1.0 * n, 1.0 * n}}, dimension),
             {x, y, z}});
  std::ranges::sort(visits);
  for (std::size_t k = 1; k < visits.size(); ++k) {
    int steps = 0;
    for (std::size_t axis = 0; axis < 3; ++axis)
      steps += std::abs(visits[k].second[axis] - visits[k - 1].second[axis]);
    EXPECT_EQ(steps, 1) << "after " << k << " squares";
  }
}

TEST(Curve, StepsFromSquareToNeighbour) { expect_steps_to_neighbours(2, 5); }
TEST(Curve, StepsFromCubeToNeighbour) { expect_steps_to_neighbours(3, 3); }

TEST(Curve, TakesPointsOnTheBoxAndBoxesOfNoSize) {
  const Box box{{-1, -1, -1}, {1, 3, 1}};
  EXPECT_NE(curve_position({1, 3, 0}, box, 2), curve_position({-1, -1, 0}, box, 2));
  EXPECT_EQ(curve_position({2, 2, 2}, {{2, 2, 2}, {2, 2, 2}}, 3), 0u);
}

}  // namespace
}  // namespace partita::mesh
