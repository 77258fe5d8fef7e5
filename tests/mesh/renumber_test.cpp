#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <span>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/mesh/naca.hpp>
#include <partita/mesh/partition.hpp>
#include <partita/mesh/renumber.hpp>

#include "tests/mesh/sample_meshes.hpp"

namespace partita::mesh {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<global_index> numbers(global_index count) {
  std::vector<global_index> all(static_cast<std::size_t>(count));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

void expect_permutation(std::vector<global_index> order, global_index vertices) {
  std::ranges::sort(order);
  EXPECT_EQ(order, numbers(vertices));
}

// The largest distance between the two ends of an edge in `order`.
global_index bandwidth(std::span<const Edge> edges, std::span<const global_index> order) {
  std::vector<global_index> place(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) place[order[k]] = static_cast<global_index>(k);
  global_index largest = 0;
  for (const auto& [a, b] : edges) largest = std::max(largest, std::abs(place[a] - place[b]));
  return largest;
}

Mesh graph(global_index vertices, std::vector<Edge> edges) {
  Mesh mesh;
  mesh.vertices = vertices;
  mesh.edges = std::move(edges);
  return mesh;
}

TEST(CuthillMckee, MakesANarrowBandOfARandomlyNumberedMesh) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Mesh mesh = mixed_mesh(60, 20, seed);
    const auto order = cuthill_mckee(mesh);
    expect_permutation(order, mesh.vertices);
    EXPECT_GT(bandwidth(mesh.edges, numbers(mesh.vertices)), mesh.vertices / 2);
    EXPECT_LE(bandwidth(mesh.edges, order), 2 * 21) << "the mesh is 21 vertices wide";
  }
}

TEST(CuthillMckee, KeepsTheSubsetsOfAPartitionNarrowToo) {
  const Mesh mesh = mixed_mesh(80, 80, 1);
  const auto order = cuthill_mckee(mesh);
  const int parts = 16;
  const std::vector<int> part_of = partition(mesh, parts);
  for (int part = 0; part < parts; ++part) {
    std::vector<global_index> number(order.size(), -1);
    global_index size = 0;
    for (const global_index vertex : order)
      if (part_of[vertex] == part) number[vertex] = size++;
    std::vector<Edge> inner;
    for (const auto& [a, b] : mesh.edges)
      if (number[a] >= 0 && number[b] >= 0) inner.push_back({number[a], number[b]});
    EXPECT_LE(static_cast<double>(bandwidth(inner, numbers(size))), 2 * std::sqrt(size)) << "part " << part;
  }
}

TEST(CuthillMckee, NumbersEveryComponentByItself) {
  //                         a path 4-0-6-2        a triangle             8 and 9 alone
  const Mesh mesh = graph(10, {{0, 4}, {0, 6}, {2, 6}, {1, 3}, {1, 5}, {3, 5}});
  const auto order = cuthill_mckee(mesh);
  expect_permutation(order, 10);
  EXPECT_EQ(bandwidth(mesh.edges, order), 2) << "the triangle's; the path's is 1";
}

TEST(CuthillMckee, StartsAtTheRim) {
  const Mesh path = graph(5, {{0, 1}, {1, 2}, {2, 3}, {3, 4}});
  EXPECT_EQ(bandwidth(path.edges, cuthill_mckee(path)), 1);
  const Mesh shuffled_path = graph(5, {{0, 2}, {0, 3}, {1, 3}, {2, 4}});
  EXPECT_EQ(bandwidth(shuffled_path.edges, cuthill_mckee(shuffled_path)), 1);
}

TEST(CuthillMckee, VisitsNeighboursOfLowDegreeFirstAndReversesAll) {
  const Mesh claw = graph(5, {{0, 1}, {0, 2}, {0, 3}, {3, 4}});
  EXPECT_THAT(cuthill_mckee(claw), ElementsAre(4, 3, 1, 0, 2)) << "visited from 2: 0, then 1 before 3, 4";
}

TEST(CuthillMckee, TakesVerticesWithoutEdges) {
  expect_permutation(cuthill_mckee(graph(7, {})), 7);
  EXPECT_THAT(cuthill_mckee(graph(0, {})), IsEmpty());
}

}  // namespace
}  // namespace partita::mesh
