#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <partita/schedule/direct/regular_matching.hpp>

#include "tests/schedule/regular_edges.hpp"

namespace partita {
using namespace detail;
namespace {

TEST(RegularMatching, IsPerfectAndLosesNoEdge) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    Random random(seed);
    const int side = 1 + static_cast<int>(random.below(40));
    const int degree = 1 + static_cast<int>(random.below(10));
    std::vector<MultigraphEdge> edges = testing_support::regular_edges(side, degree, random);
    matching_to_front(edges, side, random);

    const auto matching = std::span(edges).first(static_cast<std::size_t>(side));
    EXPECT_TRUE(testing_support::is_regular(matching, side, 1));
    EXPECT_TRUE(testing_support::has_every_message_once(edges));
  }
}

// The only way out of 0-0 and 1-1, three edges each, is by the one edge to the next vertex.
TEST(RegularMatching, IsFoundWhereOneEdgeInFourLeadsOn) {
  constexpr int side = 100;
  std::vector<MultigraphEdge> edges;
  for (int vertex = 0; vertex < side; ++vertex)
    for (int k = 0; k < 4; ++k)
      edges.push_back({vertex, k < 3 ? vertex : (vertex + 1) % side, static_cast<int>(edges.size())});
  Random random(1);
  matching_to_front(edges, side, random);
  EXPECT_TRUE(testing_support::is_regular(std::span(edges).first(side), side, 1));
}

}  // namespace
}  // namespace partita
