#include <bit>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <partita/schedule/topology/hypercube.hpp>
#include <partita/support/error.hpp>

#include "tests/schedule/topology/route.hpp"

namespace partita {
using namespace detail;
namespace {

using namespace testing_support;

TEST(Hypercube, RoutesLeadFromSourceToDestinationTheShortestWay) {
  for (int dimensions = 0; dimensions <= 6; ++dimensions) {
    const Hypercube cube(dimensions);
    ASSERT_EQ(cube.nodes(), 1 << dimensions);
    for (int from = 0; from < cube.nodes(); ++from)
      for (int to = 0; to < cube.nodes(); ++to) {
        int here = from;
        for (const int link : route(cube, from, to)) {
          ASSERT_EQ(link / dimensions, here);
          here ^= 1 << link % dimensions;
        }
        EXPECT_EQ(here, to);
        EXPECT_EQ(route(cube, from, to).size(), std::popcount(static_cast<unsigned>(from ^ to)));
      }
  }
}

TEST(Hypercube, TheTwoDirectionsAreTwoLinks) { expect_two_way(Hypercube(5)); }

// Bokhari 1991, section 2.1 and figure 1.
TEST(Hypercube, CorrectsTheLowestBitFirst) {
  using Names = std::vector<std::string>;
  const Hypercube cube(5);
  EXPECT_EQ(link_names(cube, 0, 31),
            (Names{"00000-00001", "00001-00011", "00011-00111", "00111-01111", "01111-11111"}));
  EXPECT_EQ(link_names(cube, 2, 23), (Names{"00010-00011", "00011-00111", "00111-10111"})) << "both pass 3-7";
  EXPECT_EQ(link_names(Hypercube(3), 0b010, 0b101), (Names{"010-011", "011-001", "001-101"})) << "figure 5";
}

TEST(Hypercube, NamesADimensionNotPossible) {
  EXPECT_THROW(Hypercube(-1), Error);
  EXPECT_THROW(Hypercube(25), Error);
}

}  // namespace
}  // namespace partita
