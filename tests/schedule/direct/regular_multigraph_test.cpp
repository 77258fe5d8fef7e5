#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include <partita/schedule/direct/regular_multigraph.hpp>

#include "tests/schedule/random_matrix.hpp"

namespace partita {
using namespace detail;
namespace {

std::vector<int> degrees(const RegularMultigraph& graph, int MultigraphEdge::*end) {
  std::vector<int> count(static_cast<std::size_t>(graph.side), 0);
  for (const MultigraphEdge& edge : graph.edges) ++count[static_cast<std::size_t>(edge.*end)];
  return count;
}

TEST(RegularMultigraph, HasTheLargestDegreeAtEveryVertexAndEveryMessageOnce) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const auto matrix = testing_support::random_matrix(seed);
    const RegularMultigraph graph = make_regular_multigraph(matrix);
    ASSERT_EQ(graph.degree, matrix.degree());
    const std::vector<int> regular(static_cast<std::size_t>(graph.side), graph.degree);
    EXPECT_EQ(degrees(graph, &MultigraphEdge::left), regular);
    EXPECT_EQ(degrees(graph, &MultigraphEdge::right), regular);

    std::vector<int> messages, expected;
    for (const MultigraphEdge& edge : graph.edges)
      if (edge.message != MultigraphEdge::filling) messages.push_back(edge.message);
    std::sort(messages.begin(), messages.end());
    for (int rank = 0; rank < matrix.ranks(); ++rank)
      for (std::size_t k = 0; k < matrix.destinations(rank).size(); ++k)
        expected.push_back(static_cast<int>(expected.size()));
    EXPECT_EQ(messages, expected);
  }
}

TEST(RegularMultigraph, NeverPutsTwoMessagesOfARankAtDifferentVertices) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const auto matrix = testing_support::random_matrix(seed);
    const RegularMultigraph graph = make_regular_multigraph(matrix);
    std::vector<int> sender(static_cast<std::size_t>(matrix.ranks()), -1), receiver = sender;
    auto edge = graph.edges.begin();
    for (int from = 0; from < matrix.ranks(); ++from)
      for (const MatrixEntry& message : matrix.destinations(from)) {
        int& left = sender[static_cast<std::size_t>(from)];
        int& right = receiver[static_cast<std::size_t>(message.rank)];
        if (left < 0) left = edge->left;
        if (right < 0) right = edge->right;
        EXPECT_EQ(edge->left, left);
        EXPECT_EQ(edge->right, right);
        ++edge;
      }
  }
}

// One rank sends to all the others, who send nothing: without merging there were n^2 edges.
TEST(RegularMultigraph, IsAtMostTwiceAsLargeAsTheMatrixHoweverUneven) {
  std::vector<DestinationVector> rows(1000);
  for (int to = 0; to < 1000; ++to) rows[7].push_back({to, 1});
  EXPECT_EQ(make_regular_multigraph(CommunicationMatrix(rows)).edges.size(), 1000u);

  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const auto matrix = testing_support::random_matrix(seed);
    std::size_t messages = 0;
    for (int rank = 0; rank < matrix.ranks(); ++rank) messages += matrix.destinations(rank).size();
    EXPECT_LE(make_regular_multigraph(matrix).edges.size(),
              2 * messages + static_cast<std::size_t>(matrix.degree()));
  }
}

}  // namespace
}  // namespace partita
