#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/inspector/block_distribution.hpp>
#include <partita/mesh/weld.hpp>

#include "tests/mesh/shares_of_meshes.hpp"

namespace partita::mesh {
namespace {

using testing::ElementsAre;

// Each rank has a block of the points; rank 0 has the cells and faces. Afterwards the whole mesh.
Mesh welded(const Mesh& mesh, const std::vector<global_index>& first_points) {
  const Communicator comm(MPI_COMM_WORLD);
  Mesh share = comm.rank() == 0 ? mesh : Mesh();
  const detail::BlockDistribution blocks{std::ssize(mesh.points), comm.size()};
  share.points.assign(mesh.points.begin() + blocks.first(comm.rank()),
                      mesh.points.begin() + blocks.first(comm.rank() + 1));
  weld(comm, share, first_points);
  return whole_of(comm, share);
}

TEST(Weld, MergesPointsOfDifferentPieces) {
  Mesh mesh;
  mesh.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}, {-0.0, 1, 0}, {1, 1, 0}, {1, 1e-16, 0}};
  mesh.cells = {CellType::triangle, CellType::triangle};
  mesh.cell_vertices = {0, 1, 2, 3, 5, 4};
  mesh.boundary = {{{3, 5}, 0}, {{6, 4}, 0}};
  const Mesh whole = welded(mesh, {0, 3});
  EXPECT_THAT(whole.cell_vertices, ElementsAre(0, 1, 2, 1, 5, 2));
  EXPECT_EQ(whole.boundary, (std::vector<BoundaryFace>{{{1, 5}, 0}, {{6, 2}, 0}}))
      << "points that differ in a bit stay apart";
  EXPECT_EQ(whole.welded_points, 2);
  EXPECT_EQ(whole.points, mesh.points);
}

TEST(Weld, LeavesSlits) {
  Mesh mesh;
  mesh.points = {{0, 0, 0}, {0, 0, 0}, {1, 0, 0}, {0, 0, 0}, {1, 0, 0}};
  mesh.cell_vertices = {0, 1, 2, 3, 4};
  const Mesh whole = welded(mesh, {0, 3});
  EXPECT_THAT(whole.cell_vertices, ElementsAre(0, 1, 2, 3, 2));
  EXPECT_EQ(whole.welded_points, 1);
}

TEST(Weld, KeepsCoincidentPointsOfOnePiece) {
  Mesh mesh;
  mesh.points = {{0, 0, 0}, {0, 0, 0}};
  mesh.cell_vertices = {1, 0};
  EXPECT_THAT(welded(mesh, {0}).cell_vertices, ElementsAre(1, 0));
}

}  // namespace
}  // namespace partita::mesh
