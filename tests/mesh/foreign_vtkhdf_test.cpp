// VTKHDF files as other programs write them (foreign_vtkhdf.py): the mesh is that of the file they come from.
#include <algorithm>
#include <filesystem>
#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/mesh/cell_shapes.hpp>
#include <partita/mesh/complete.hpp>
#include <partita/mesh/read.hpp>

#include "tests/io/refused.hpp"
#include "tests/mesh/shares_of_meshes.hpp"

namespace partita::mesh {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

// The folders of the files that come from one.
class ForeignVtkhdf : public testing::TestWithParam<const char*> {
 protected:
  const Communicator comm_{MPI_COMM_WORLD};
  const fs::path folder_ = fs::path(PARTITA_FOREIGN_VTKHDF) / GetParam();
  const Mesh source_ = mesh::read(folder_ / "source.vtkhdf");

  // By all ranks together.
  Mesh read(const char* name) const {
    const Draft draft = read_share(comm_, folder_ / name);
    EXPECT_TRUE(draft.origin.numbered) << "errors name cells: a binary file has no lines";
    Mesh mesh = whole_of(comm_, draft.mesh);
    complete(mesh);
    return mesh;
  }
};

using Corners = std::vector<std::array<float, 3>>;

// In any order, which is not kept where pieces have points of their own.
Corners corners(const Mesh& mesh, std::span<const global_index> vertices) {
  Corners all;
  for (const global_index v : vertices) {
    const auto& [x, y, z] = mesh.points[static_cast<std::size_t>(v)];
    all.push_back({static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)});
  }
  std::ranges::sort(all);
  return all;
}

auto cells(const Mesh& mesh) {
  std::vector<std::pair<CellType, Corners>> all;
  for_each_cell_of(mesh, [&](std::size_t cell, std::span<const global_index> vertices) {
    all.emplace_back(mesh.cells[cell], corners(mesh, vertices));
  });
  return all;
}

auto faces(const Mesh& mesh, bool with_markers) {
  std::vector<std::pair<int, Corners>> all;
  for (const BoundaryFace& face : mesh.boundary)
    all.emplace_back(with_markers ? face.marker : 0, corners(mesh, face.corners()));
  std::ranges::sort(all);
  return all;
}

void expect_same(const Mesh& copy, const Mesh& mesh, bool with_markers = true) {
  EXPECT_EQ(copy.dimension, mesh.dimension);
  EXPECT_EQ(copy.vertices, mesh.vertices);
  EXPECT_EQ(copy.edges.size(), mesh.edges.size());
  EXPECT_EQ(cells(copy), cells(mesh)) << "in the same order";
  EXPECT_EQ(faces(copy, with_markers), faces(mesh, with_markers));
}

// The script calls marker k 10 k + 4.
std::vector<std::string> names(const Mesh& mesh) {
  std::vector<std::string> all;
  for (std::size_t k = 0; k < mesh.markers.size(); ++k) all.push_back(std::to_string(10 * k + 4));
  return all;
}

TEST_P(ForeignVtkhdf, OfSeveralPiecesIsWelded) {
  const Mesh mesh = read("pieces.vtkhdf");
  expect_same(mesh, source_);
  EXPECT_EQ(mesh.markers, names(source_));
  EXPECT_GT(mesh.welded_points, 0);
  EXPECT_EQ(mesh.edges, mesh::read(folder_ / "pieces.vtkhdf").edges) << "on one rank as on several";
}

TEST_P(ForeignVtkhdf, OfOnePieceKeepsItsNumbers) {
  const Mesh mesh = read("physical.vtkhdf");
  expect_same(mesh, source_);
  EXPECT_EQ(mesh.markers, names(source_));
  EXPECT_EQ(mesh.points, source_.points);
  EXPECT_EQ(mesh.cell_vertices, source_.cell_vertices);
}

TEST_P(ForeignVtkhdf, LosesGhostCells) { expect_same(read("ghosts.vtkhdf"), source_); }

TEST_P(ForeignVtkhdf, WithoutMarkersHasOneBoundary) {
  const Mesh mesh = read("unmarked.vtkhdf");
  expect_same(mesh, source_, false);
  EXPECT_THAT(mesh.markers, ElementsAre("boundary"));
}

TEST_P(ForeignVtkhdf, OfSeveralStepsGivesTheFirst) { expect_same(read("steps.vtkhdf"), source_); }

TEST_P(ForeignVtkhdf, WithoutBoundaryIsRefused) {
  EXPECT_EQ(testing_support::refused(comm_, [&] { (void)read_share(comm_, folder_ / "bare.vtkhdf"); }),
            (folder_ / "bare.vtkhdf").string() +
                ": cannot be read: it has no boundary; add its faces as cells, with an integer array "
                "CellData/marker, or give a file that write_vtkhdf wrote");
}

TEST_P(ForeignVtkhdf, InSeveralFilesIsRefused) {
  EXPECT_EQ(testing_support::refused(comm_, [&] { (void)read_share(comm_, folder_ / "virtual.vtkhdf"); }),
            (folder_ / "virtual.vtkhdf").string() +
                ": cannot be read: its Connectivity lies in other files; copy it into this one");
}

INSTANTIATE_TEST_SUITE_P(Of, ForeignVtkhdf, testing::Values("airfoil", "wing"),
                         [](const auto& instance) { return std::string(instance.param); });

}  // namespace
}  // namespace partita::mesh
