#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/mesh/vertex_graph.hpp>

#include "tests/mesh/sample_meshes.hpp"

namespace partita::mesh {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAreArray;

TEST(VertexGraph, ListsTheNeighboursOfEachVertex) {
  const std::vector<Edge> edges{{0, 1}, {0, 3}, {1, 3}};
  const auto graph = vertex_graph<int>(5, edges);
  EXPECT_THAT(graph.first, ElementsAre(0, 2, 4, 4, 6, 6));
  EXPECT_THAT(graph.of(0), ElementsAre(1, 3));
  EXPECT_THAT(graph.of(1), ElementsAre(0, 3));
  EXPECT_THAT(graph.of(2), IsEmpty()) << "an isolated vertex";
  EXPECT_THAT(graph.of(3), ElementsAre(0, 1));
  EXPECT_THAT(graph.of(4), IsEmpty()) << "an isolated vertex at the end";
}

TEST(VertexGraph, OfNothingIsEmpty) {
  const auto graph = vertex_graph<global_index>(0, {});
  EXPECT_THAT(graph.first, ElementsAre(0));
  EXPECT_THAT(graph.neighbours, IsEmpty());
}

TEST(VertexGraph, SaysWhatTheEdgesSay) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Mesh mesh = mixed_mesh(6, 5, seed);
    std::vector<std::vector<global_index>> expected(mesh.points.size());
    for (const auto& [a, b] : mesh.edges) {
      expected[a].push_back(b);
      expected[b].push_back(a);
    }
    const auto graph = vertex_graph<global_index>(mesh.vertices, mesh.edges);
    for (std::size_t v = 0; v < expected.size(); ++v)
      EXPECT_THAT(graph.of(v), UnorderedElementsAreArray(expected[v]));
  }
}

}  // namespace
}  // namespace partita::mesh
