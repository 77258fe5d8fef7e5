#include <algorithm>
#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/mesh/faces.hpp>
#include <partita/mesh/naca.hpp>
#include <partita/mesh/partition.hpp>
#include <partita/support/error.hpp>

#include "tests/mesh/sample_meshes.hpp"
#include "tests/mesh/sample_solids.hpp"

namespace partita::mesh {
namespace {

using testing::AllOf;
using testing::Each;
using testing::ElementsAre;
using testing::Ge;
using testing::Lt;

// Of the pairs between parts.
global_index edge_cut(std::span<const Edge> edges, std::span<const int> parts) {
  return std::ranges::count_if(edges, [&](const Edge& edge) { return parts[edge[0]] != parts[edge[1]]; });
}

// The largest part over the mean.
double imbalance(std::span<const int> part_of, int parts) {
  std::vector<double> sizes(parts);
  for (const int part : part_of) ++sizes[part];
  return std::ranges::max(sizes) * parts / static_cast<double>(part_of.size());
}

class Partition : public testing::TestWithParam<Name<PartitionMethod>> {
 protected:
  std::vector<int> parts_of(const Mesh& mesh, int parts) const {
    return partition(mesh, parts, {.method = GetParam().value});
  }
  std::vector<int> parts_of_cells(const Mesh& mesh, int parts) const {
    return partition_cells(mesh, parts, {.method = GetParam().value});
  }
};
INSTANTIATE_TEST_SUITE_P(, Partition, testing::ValuesIn(partition_methods),
                         [](const auto& method) { return std::string(method.param.spelling); });

TEST_P(Partition, BalancesALargeMeshAndLeavesNoPartEmpty) {
  const Mesh mesh = naca({"0012", 192, 48});
  for (const int parts : {2, 3, 7, 16, 64}) {
    const std::vector<int> part_of = parts_of(mesh, parts);
    ASSERT_EQ(part_of.size(), mesh.points.size());
    ASSERT_THAT(part_of, Each(AllOf(Ge(0), Lt(parts))));
    for (int part = 0; part < parts; ++part) EXPECT_GT(std::ranges::count(part_of, part), 0) << part;
    EXPECT_LE(imbalance(part_of, parts), 1.05) << parts << " parts";
    EXPECT_LT(edge_cut(mesh.edges, part_of), std::ssize(mesh.edges) / 5) << parts << " parts";
  }
}

TEST_P(Partition, IsTheSameEachTime) {
  const Mesh mesh = mixed_mesh(40, 30, 1);
  EXPECT_EQ(parts_of(mesh, 8), parts_of(mesh, 8));
}

TEST_P(Partition, IntoOnePartIsTheWhole) { EXPECT_THAT(parts_of(mixed_mesh(3, 2, 1), 1), Each(0)); }

TEST_P(Partition, IntoAsManyPartsAsVerticesOrMoreIsEachAlone) {
  const Mesh mesh = mixed_mesh(3, 2, 1);
  for (const int parts : {12, 13, 1000}) {
    std::vector<int> part_of = parts_of(mesh, parts);
    std::ranges::sort(part_of);
    EXPECT_THAT(part_of, ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11));
  }
}

TEST_P(Partition, OfNothingIsEmpty) { EXPECT_TRUE(parts_of(Mesh{}, 4).empty()); }

TEST_P(Partition, TakesVerticesWithoutEdges) {
  Mesh mesh;
  mesh.vertices = 100;
  EXPECT_THAT(parts_of(mesh, 4), Each(AllOf(Ge(0), Lt(4))));
}

TEST_P(Partition, NeedsAPart) { EXPECT_THROW((void)parts_of(mixed_mesh(3, 2, 1), 0), Error); }

TEST_P(Partition, OfCellsBalancesThemAndLeavesNoPartEmpty) {
  for (const Mesh& mesh : {naca({"0012", 192, 48}), mixed_mesh(60, 50, 1), cube_of(Cut::mixture, 8, 1)}) {
    const std::vector<Edge> adjacent = adjacent_cells(mesh);
    for (const int parts : {2, 3, 7, 16}) {
      const std::vector<int> part_of = parts_of_cells(mesh, parts);
      ASSERT_EQ(part_of.size(), mesh.cells.size());
      ASSERT_THAT(part_of, Each(AllOf(Ge(0), Lt(parts))));
      for (int part = 0; part < parts; ++part) EXPECT_GT(std::ranges::count(part_of, part), 0) << part;
      EXPECT_LE(imbalance(part_of, parts), 1.05) << parts << " parts";
      EXPECT_LT(edge_cut(adjacent, part_of), std::ssize(adjacent) / 5) << parts << " parts";
    }
  }
}

TEST_P(Partition, OfCellsIntoAsManyPartsOrMoreIsEachAlone) {
  const Mesh mesh = mixed_mesh(3, 2, 1);
  const auto cells = static_cast<int>(mesh.cells.size());
  for (const int parts : {cells, cells + 1, 10 * cells}) {
    const std::vector<int> part_of = parts_of_cells(mesh, parts);
    for (int cell = 0; cell < cells; ++cell) EXPECT_EQ(part_of[cell], cell);
  }
}

TEST_P(Partition, OfCellsNeedsCellsAndAPart) {
  Mesh graph;
  graph.vertices = 3;
  graph.edges = {{0, 1}, {1, 2}};
  EXPECT_THROW((void)parts_of_cells(graph, 2), Error);
  EXPECT_THROW((void)parts_of_cells(mixed_mesh(3, 2, 1), 0), Error);
  EXPECT_TRUE(parts_of_cells(Mesh{}, 2).empty());
}

}  // namespace
}  // namespace partita::mesh
