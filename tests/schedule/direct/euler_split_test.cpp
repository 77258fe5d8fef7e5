#include <algorithm>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <partita/schedule/direct/euler_split.hpp>

#include "tests/schedule/regular_edges.hpp"

namespace partita {
using namespace detail;
namespace {

TEST(EulerSplit, HalvesTheDegreeOfEveryVertexAndLosesNoEdge) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    Random random(seed);
    const int side = 1 + static_cast<int>(random.below(40));
    const int degree = 2 * static_cast<int>(random.below(10));
    std::vector<MultigraphEdge> edges = testing_support::regular_edges(side, degree, random);
    EulerSplitter split(side);
    split(edges);

    EXPECT_TRUE(testing_support::is_regular(std::span(edges).first(edges.size() / 2), side, degree / 2));
    EXPECT_TRUE(testing_support::is_regular(std::span(edges).last(edges.size() / 2), side, degree / 2));
    EXPECT_TRUE(testing_support::has_every_message_once(edges));
  }
}

TEST(EulerSplit, TellsEdgesBetweenTheSameVerticesApart) {
  std::vector<MultigraphEdge> edges{{0, 0, 0}, {0, 0, 1}, {0, 0, 2}, {0, 0, 3}};
  EulerSplitter split(1);
  split(edges);
  EXPECT_TRUE(testing_support::has_every_message_once(edges));
}

}  // namespace
}  // namespace partita
