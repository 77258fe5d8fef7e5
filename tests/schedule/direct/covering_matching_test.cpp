#include <array>
#include <vector>

#include <gtest/gtest.h>

#include <partita/schedule/direct/covering_matching.hpp>
#include <partita/support/random.hpp>

namespace partita {
using namespace detail;
namespace {

struct Wanted {
  BipartiteGraph graph;
  std::vector<char> usable;
  std::vector<char> kept;  // to be covered
};

Wanted random_problem(Random& random) {
  const int side = 1 + static_cast<int>(random.below(6));
  std::vector<std::array<int, 2>> edges;
  for (int left = 0; left < side; ++left)
    for (int right = 0; right < side; ++right)
      if (random.below(3) == 0) edges.push_back({left, side + right});
  Wanted problem{{2 * side, edges}, {}, {}};
  for (std::size_t edge = 0; edge < edges.size(); ++edge) problem.usable.push_back(random.below(5) > 0);
  for (int vertex = 0; vertex < 2 * side; ++vertex) problem.kept.push_back(random.below(3) == 0);
  return problem;
}

// By trying all matchings.
bool can_be_covered(const Wanted& problem, int edge, std::vector<char>& covered) {
  if (edge == problem.graph.edges()) {
    for (std::size_t vertex = 0; vertex < covered.size(); ++vertex)
      if (problem.kept[vertex] && !covered[vertex]) return false;
    return true;
  }
  if (can_be_covered(problem, edge + 1, covered)) return true;
  const auto [a, b] = problem.graph.ends(edge);
  char& left = covered[static_cast<std::size_t>(a)];
  char& right = covered[static_cast<std::size_t>(b)];
  if (!problem.usable[static_cast<std::size_t>(edge)] || left || right) return false;
  left = right = true;
  const bool can = can_be_covered(problem, edge + 1, covered);
  left = right = false;
  return can;
}

void expect_matching(const CoveringMatching& matching, const Wanted& problem) {
  for (int vertex = 0; vertex < problem.graph.vertices(); ++vertex)
    if (const int edge = matching.edge_at(vertex); edge != CoveringMatching::none) {
      EXPECT_TRUE(problem.usable[static_cast<std::size_t>(edge)]);
      const auto [a, b] = problem.graph.ends(edge);
      EXPECT_TRUE(vertex == a || vertex == b);
      EXPECT_EQ(matching.edge_at(a), edge);
      EXPECT_EQ(matching.edge_at(b), edge);
    }
}

TEST(CoveringMatching, CoversWhatAnyMatchingCovers) {
  int possible = 0;
  constexpr int problems = 3000;
  for (std::uint64_t seed = 0; seed < problems; ++seed) {
    Random random(seed);
    const Wanted problem = random_problem(random);
    CoveringMatching matching(problem.graph);
    for (int edge = 0; edge < problem.graph.edges(); ++edge)
      if (problem.usable[static_cast<std::size_t>(edge)] && random.below(2) == 0) matching.take(edge);
    bool covered = true;
    for (int vertex = 0; vertex < problem.graph.vertices(); ++vertex)
      if (problem.kept[static_cast<std::size_t>(vertex)])
        covered = matching.cover(vertex, problem.usable, problem.kept) && covered;
    expect_matching(matching, problem);

    std::vector<char> none(problem.kept.size(), false);
    EXPECT_EQ(covered, can_be_covered(problem, 0, none)) << "seed " << seed;
    possible += covered;
  }
  EXPECT_GT(possible, problems / 10);
  EXPECT_LT(possible, problems * 9 / 10) << "both answers are to be tried";
}

TEST(CoveringMatching, UncoversNobodyWhoIsToBeKept) {
  const BipartiteGraph graph(4, {{0, 2}, {1, 2}});
  CoveringMatching matching(graph);
  matching.take(0);
  const std::vector<char> usable{true, true};
  EXPECT_FALSE(matching.cover(1, usable, std::vector<char>{true, true, false, false}));
  EXPECT_EQ(matching.edge_at(0), 0);
  EXPECT_TRUE(matching.cover(1, usable, std::vector<char>{false, true, false, false}));
  EXPECT_EQ(matching.edge_at(0), CoveringMatching::none);
  EXPECT_EQ(matching.edge_at(2), 1);
}

}  // namespace
}  // namespace partita
