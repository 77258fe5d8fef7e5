#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <set>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/mesh/cell_shapes.hpp>
#include <partita/mesh/draft.hpp>
#include <partita/mesh/dual.hpp>
#include <partita/mesh/faces.hpp>
#include <partita/mesh/mesh_share.hpp>
#include <partita/mesh/naca.hpp>
#include <partita/mesh/partition.hpp>
#include <partita/mesh/read.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/reduce.hpp>

#include "sample_meshes.hpp"
#include "sample_solids.hpp"
#include "shares_of_meshes.hpp"
#include "tests/io/folder.hpp"
#include "tests/sentence.hpp"

namespace partita::mesh {
namespace {

using testing::HasSubstr;

/// Of a whole mesh that every rank has. Chunks are small.
MeshShare shared_out(const Communicator& comm, const Mesh& mesh, std::uint64_t seed, global_index chunk = 5) {
  Draft draft{share_of(comm, mesh, seed), {}};
  level(comm, draft);
  return share_out(comm, std::move(draft), chunk);
}

std::vector<Mesh> sample_meshes() {
  std::vector<Mesh> meshes{mixed_mesh(9, 7, 1), naca({.surface_points = 32, .radial_points = 12})};
  for (const Cut cut : all_cuts) meshes.push_back(CutCube(cut, 3, 3).mesh());
  return meshes;
}

class Shares : public testing::TestWithParam<int> {
 protected:
  const Communicator comm_{MPI_COMM_WORLD};
  const Mesh mesh_ = sample_meshes()[static_cast<std::size_t>(GetParam())];
  const MeshShare share_ = shared_out(comm_, mesh_, 7);

  // The numbers in the file of all vertices, by their numbers.
  const std::vector<global_index> in_file_ = of_all_ranks(comm_, share_.in_file);

  global_index file_number(global_index local) const {
    return in_file_[static_cast<std::size_t>(share_.number(local))];
  }
};

INSTANTIATE_TEST_SUITE_P(Meshes, Shares, testing::Range(0, 7));

TEST_P(Shares, OwnEachVertexOnce) {
  EXPECT_EQ(share_.vertices, mesh_.vertices);
  EXPECT_LE(max(comm_, share_.owned.size()) - min(comm_, share_.owned.size()), 1);
  std::vector<global_index> sorted = in_file_;
  std::ranges::sort(sorted);
  ASSERT_EQ(std::ssize(sorted), mesh_.vertices);
  for (global_index v = 0; v < mesh_.vertices; ++v) EXPECT_EQ(sorted[static_cast<std::size_t>(v)], v);
}

TEST_P(Shares, HaveTheirVerticesPoints) {
  ASSERT_EQ(share_.mesh.points.size(), share_.numbers.size());
  for (global_index v = 0; v < share_.mesh.vertices; ++v)
    EXPECT_EQ(share_.mesh.points[static_cast<std::size_t>(v)],
              mesh_.points[static_cast<std::size_t>(file_number(v))]);
}

TEST_P(Shares, HaveAllCellsAtTheirVertices) {
  using Row = std::vector<global_index>;
  std::vector<Row> expected, found;
  std::set<global_index> own;
  for (global_index v = share_.owned.begin; v < share_.owned.end; ++v) own.insert(file_number(v));
  for_each_cell_of(mesh_, [&](std::size_t, std::span<const global_index> vertices) {
    if (std::ranges::any_of(vertices, [&](global_index v) { return own.contains(v); }))
      expected.emplace_back(vertices.begin(), vertices.end());
  });
  for_each_cell_of(share_.mesh, [&](std::size_t, std::span<const global_index> vertices) {
    for (Row& row = found.emplace_back(); const global_index v : vertices) row.push_back(file_number(v));
  });
  EXPECT_EQ(found, expected);
  EXPECT_EQ(share_.cells, std::ssize(mesh_.cells));
}

TEST_P(Shares, HaveTheEdgesOnce) {
  std::vector<Edge> numbered, found;
  for (const Edge& edge : share_.mesh.edges)
    numbered.push_back({share_.number(edge[0]), share_.number(edge[1])});
  numbered = of_all_ranks(comm_, numbered);
  EXPECT_TRUE(std::ranges::is_sorted(numbered));
  for (const auto& [a, b] : numbered) {
    const auto ends =
        std::minmax(in_file_[static_cast<std::size_t>(a)], in_file_[static_cast<std::size_t>(b)]);
    found.push_back({ends.first, ends.second});
  }
  std::ranges::sort(found);
  EXPECT_EQ(found, mesh_.edges);
  EXPECT_EQ(share_.edges, std::ssize(mesh_.edges));
}

TEST_P(Shares, HaveTheBoundaryOnceAndOriented) {
  const auto from_the_smallest = [](std::array<global_index, 4> vertices, int marker) {
    const auto corners = std::span(vertices).first(corners_of(vertices).size());
    std::rotate(corners.begin(), std::ranges::min_element(corners), corners.end());
    return std::tuple(vertices, marker);
  };
  std::vector<std::array<global_index, 5>> faces;
  for (const BoundaryFace& face : share_.mesh.boundary) {
    std::array<global_index, 5> row{-1, -1, -1, -1, face.marker};
    std::ranges::transform(face.corners(), row.begin(), [&](global_index v) { return file_number(v); });
    faces.push_back(row);
  }
  std::multiset<std::tuple<std::array<global_index, 4>, int>> found, expected;
  for (const auto& [a, b, c, d, marker] : of_all_ranks(comm_, faces))
    found.insert(from_the_smallest({a, b, c, d}, static_cast<int>(marker)));
  for (const BoundaryFace& face : mesh_.boundary)
    expected.insert(from_the_smallest(face.vertices, face.marker));
  EXPECT_EQ(found, expected);
}

TEST_P(Shares, AreEqualOfASingleChunkToo) {
  const MeshShare share = shared_out(comm_, mesh_, 7, mesh_.vertices);
  EXPECT_LE(max(comm_, share.owned.size()) - min(comm_, share.owned.size()), 1);
  EXPECT_EQ(sum(comm_, static_cast<global_index>(share.mesh.edges.size())), std::ssize(mesh_.edges));
}

// Chunks of fewer vertices than a block has, and of more.
TEST_P(Shares, NumberVerticesByTheMeshAlone) {
  EXPECT_EQ(of_all_ranks(comm_, shared_out(comm_, mesh_, 99).in_file), in_file_);
  const Communicator self(MPI_COMM_SELF);
  for (const global_index chunk : {global_index{1}, global_index{5}, global_index{17}, mesh_.vertices - 1,
                                   2 * mesh_.vertices, std::numeric_limits<global_index>::max()})
    EXPECT_EQ(of_all_ranks(comm_, shared_out(comm_, mesh_, 3, chunk).in_file),
              shared_out(self, mesh_, 1, chunk).in_file)
        << chunk;
}

TEST(Level, DropsPointsThatNoCellUses) {
  const Communicator comm(MPI_COMM_WORLD);
  const Mesh mesh = mixed_mesh(5, 4, 3);
  Mesh with_more = mesh;
  for (global_index& v : with_more.cell_vertices) v = 2 * v + 1;
  for (BoundaryFace& face : with_more.boundary)
    for (global_index& v : face.vertices) v = v < 0 ? v : 2 * v + 1;
  with_more.points.clear();
  for (const Point& point : mesh.points) {
    with_more.points.push_back({100, 100, 100});
    with_more.points.push_back(point);
  }
  const MeshShare share = shared_out(comm, with_more, 5);
  EXPECT_EQ(share.vertices, mesh.vertices);
  EXPECT_EQ(of_all_ranks(comm, share.in_file), of_all_ranks(comm, shared_out(comm, mesh, 6).in_file));

  with_more.boundary[3].vertices[0] -= 1;
  EXPECT_THAT([&] { shared_out(comm, with_more, 5); },
              testing::ThrowsMessage<CollectiveError>(
                  "boundary face 3: this boundary face of the marker rim is the "
                  "side of no cell; remove it, or join points that are listed twice"));
}

// As docs/large_meshes.md shows it.
TEST(ShareOut, TakesAMeshFromItsFileToItsParts) {
  const Communicator comm(MPI_COMM_WORLD);
  const testing_support::Folder folder(comm);
  const std::filesystem::path path = folder / "large_mesh.su2";
  collectively(comm, [&] {
    if (comm.rank() == 0)
      std::ofstream(path) << "NDIME= 2\nNELEM= 2\n5 0 1 2\n5 0 2 3\nNPOIN= 4\n0 0\n1 0\n1 1\n0 1\nNMARK= 1\n"
                             "MARKER_TAG= wall\nMARKER_ELEMS= 4\n3 0 1\n3 1 2\n3 2 3\n3 3 0\n";
  });

  mesh::Draft draft = mesh::read_share(comm, path);  // this rank's share of the file
  mesh::level(comm, draft);                          // checked; equal shares of the points
  const mesh::MeshShare share = mesh::share_out(comm, std::move(draft));  // owned vertices, all cells at them
  const mesh::Dual dual = mesh::median_dual(share.mesh, share.owned);
  const mesh::Partition partition =
      mesh::partition(comm, share, {.method = mesh::PartitionMethod::automatic});

  double area = 0;
  for (global_index v = share.owned.begin; v < share.owned.end; ++v)
    area += dual.volumes[static_cast<std::size_t>(v)];
  EXPECT_DOUBLE_EQ(sum(comm, area), 1);
  EXPECT_EQ(sum(comm, static_cast<global_index>(partition.parts.size())), 4);
}

std::string refusal_of(const Communicator& comm, const Mesh& mesh) {
  return testing_support::sentence_of<CollectiveError>([&] { shared_out(comm, mesh, 8); });
}

TEST(ShareOut, LeavesOutFacesBetweenTwoCells) {
  const Communicator comm(MPI_COMM_WORLD);
  Mesh mesh = mixed_mesh(9, 7, 1);
  const Faces all = faces(mesh);
  mesh.markers.emplace_back("interface");
  for (std::size_t face = 0; face < all.inner; ++face)
    mesh.boundary.insert(mesh.boundary.begin(), BoundaryFace({}, 1))->vertices = all.vertices[face];
  const MeshShare share = shared_out(comm, mesh, 7);
  EXPECT_EQ(share.faces, std::ssize(all.cells) - static_cast<global_index>(all.inner));
  EXPECT_EQ(sum(comm, std::ssize(share.mesh.boundary)), share.faces);
  EXPECT_EQ(inner_faces_in_words(share.mesh),
            std::to_string(all.inner) + " boundary faces between two cells are left out: interface")
      << "of the whole mesh on each rank";
}

TEST(ShareOut, NamesThePointThatIsListedTwice) {
  const Communicator comm(MPI_COMM_WORLD), self(MPI_COMM_SELF);
  Mesh mesh = mixed_mesh(9, 7, 1);
  const global_index points = mesh.vertices;
  mesh.points.insert(mesh.points.end(), mesh.points.begin(), mesh.points.end());
  for_each_cell_of(mesh, [&](std::size_t cell, std::span<global_index> vertices) {
    if (cell > mesh.cells.size() / 2)
      for (global_index& v : vertices) v += points;
  });
  mesh.boundary.clear();
  const std::string refusal = refusal_of(comm, mesh);
  EXPECT_THAT(refusal, HasSubstr(" is listed twice, which cuts the mesh there"));
  EXPECT_EQ(refusal, refusal_of(self, mesh));
}

TEST(ShareOut, NamesThePointThatHangsOnAnEdge) {
  const Communicator comm(MPI_COMM_WORLD), self(MPI_COMM_SELF);
  Mesh mesh;  // three unit cubes, of which the third is cut into eight
  mesh.dimension = 3;
  const auto cube = [&](Point corner, double size) {
    for (const int k : {0, 1, 3, 2, 4, 5, 7, 6}) {
      const Point point{corner[0] + size * (k & 1), corner[1] + size * (k >> 1 & 1),
                        corner[2] + size * (k >> 2)};
      const auto known = std::ranges::find(mesh.points, point);
      mesh.cell_vertices.push_back(known - mesh.points.begin());
      if (known == mesh.points.end()) mesh.points.push_back(point);
    }
    mesh.cells.push_back(CellType::hexahedron);
  };
  cube({0, 0, 0}, 1);
  cube({1, 0, 0}, 1);
  for (int k = 0; k < 8; ++k) cube({2 + 0.5 * (k & 1), 0.5 * (k >> 1 & 1), 0.5 * (k >> 2)}, 0.5);
  const std::string refusal = refusal_of(comm, mesh);
  EXPECT_THAT(refusal, HasSubstr("sides on the boundary without a marker: 34, "));
  EXPECT_THAT(refusal,
              testing::ContainsRegex("; the point \\(2, [015.]*, [015.]*\\) hangs on the edge from "));
  EXPECT_EQ(refusal, refusal_of(self, mesh));
}

// A mistake, made at the k-th point, cell or face.
struct Mistake {
  const char* says;
  void (*make)(Mesh& mesh, std::size_t k);
};

std::span<global_index> vertices_of_cell(Mesh& mesh, std::size_t k) {
  std::span<global_index> found;
  for_each_cell_of(mesh, [&](std::size_t cell, std::span<global_index> vertices) {
    if (cell == k) found = vertices;
  });
  return found;
}

void add_copy(Mesh& mesh, std::size_t cell, std::size_t vertices) {
  const std::span<global_index> found = vertices_of_cell(mesh, cell);
  const std::vector<global_index> copy(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(vertices));
  mesh.cells.push_back(vertices == 3 ? CellType::triangle : mesh.cells[cell]);
  mesh.cell_vertices.insert(mesh.cell_vertices.end(), copy.begin(), copy.end());
}

const Mistake mistakes[]{
    {"a coordinate that is not finite", [](Mesh& mesh, std::size_t k) { mesh.points[k][1] = std::nan(""); }},
    {"dimensions cannot have a",
     [](Mesh& mesh, std::size_t k) {
       while (vertices_of(mesh.cells[k]) != 4) ++k;
       mesh.cells[k] = mesh.dimension == 2 ? CellType::tetrahedron : CellType::quadrilateral;
     }},
    {"names vertex 1000,", [](Mesh& mesh, std::size_t k) { vertices_of_cell(mesh, k)[2] = 1000; }},
    {"names one of its vertices twice",
     [](Mesh& mesh, std::size_t k) { vertices_of_cell(mesh, k)[2] = vertices_of_cell(mesh, k)[0]; }},
    {"has marker 9 of", [](Mesh& mesh, std::size_t k) { mesh.boundary[k].marker = 9; }},
    {"boundary face names vertex -7,", [](Mesh& mesh, std::size_t k) { mesh.boundary[k].vertices[1] = -7; }},
    {"is the side of no cell",
     [](Mesh& mesh, std::size_t k) {  // a point that no cell uses
       mesh.boundary[k].vertices[0] = std::ssize(mesh.points);
       mesh.points.push_back({0, 0, 0});
     }},
    {"this point lies off the plane z = 0",
     [](Mesh& mesh, std::size_t k) {
       if (mesh.dimension == 2) mesh.points[k][2] = 1;
     }},
    {"",
     [](Mesh& mesh, std::size_t k) {  // cells with corners in one place, flat ones, and others not convex
       mesh.points[vertices_of_cell(mesh, k)[0]] = mesh.points[vertices_of_cell(mesh, k)[1]];
     }},
    {"is not convex, or crosses itself",
     [](Mesh& mesh, std::size_t k) {
       while (vertices_of(mesh.cells[k]) == mesh.dimension + 1) ++k;  // no triangle, no tetrahedron
       std::swap(vertices_of_cell(mesh, k)[1], vertices_of_cell(mesh, k)[2]);
     }},
    {"is listed twice (first: cell ",
     [](Mesh& mesh, std::size_t k) { add_copy(mesh, k, vertices_of_cell(mesh, k).size()); }},
    {"",
     [](Mesh& mesh, std::size_t k) {  // overlaps cells at two sides, or is the third one there
       if (mesh.dimension == 2) add_copy(mesh, k, 3);
     }},
    {"is the side of no cell",
     [](Mesh& mesh, std::size_t k) {
       mesh.boundary[k].vertices[0] = mesh.boundary[(k + 5) % mesh.boundary.size()].vertices[1];
     }},
    {"is listed twice (first: boundary face ",
     [](Mesh& mesh, std::size_t k) { mesh.boundary.push_back(mesh.boundary[k]); }},
    {"sides on the boundary without a marker",
     [](Mesh& mesh, std::size_t k) { mesh.boundary.erase(mesh.boundary.begin() + std::ptrdiff_t(k)); }},
};

// "cell 12: ..."
int number_in(const std::string& refusal) {
  return std::stoi(refusal.substr(refusal.find_first_of("0123456789")));
}

// Of several mistakes the first in the file is named, on any number of ranks.
TEST(ShareOut, NamesTheFirstMistakeInTheFile) {
  const Communicator comm(MPI_COMM_WORLD), self(MPI_COMM_SELF);
  for (const Mesh& right : {mixed_mesh(9, 7, 1), CutCube(Cut::mixture, 3, 3).mesh()}) {
    for (const auto& [says, make] : mistakes) {
      Mesh mesh = right;
      int first = std::numeric_limits<int>::max();
      for (const std::size_t k : {28, 25, 14, 3}) {
        Mesh with_one = right;
        make(with_one, k), make(mesh, k);
        const std::string refusal = refusal_of(self, with_one);
        if (!refusal.empty()) first = std::min(first, number_in(refusal));
      }
      const std::string refusal = refusal_of(comm, mesh);
      EXPECT_EQ(refusal, refusal_of(self, mesh));
      if (refusal.empty() && right.dimension == 3) continue;  // no mistake in three dimensions
      EXPECT_THAT(refusal, HasSubstr(says));
      const bool is_alone = *says != 0;  // else one mistake changes where the others are
      EXPECT_TRUE(!is_alone || number_in(refusal) == first) << refusal;
    }
    for (std::size_t one = 0; one < std::size(mistakes); ++one) {  // of two kinds, the same one
      const std::size_t other = (one + 1 + one % 4) % std::size(mistakes);
      Mesh mesh = right;
      mistakes[one].make(mesh, 28), mistakes[other].make(mesh, 5);
      EXPECT_EQ(refusal_of(comm, mesh), refusal_of(self, mesh)) << one << " and " << other;
    }
  }
}

TEST(ShareOut, CountsWhatIsWrongOnAllRanks) {
  const Communicator comm(MPI_COMM_WORLD);
  Mesh mesh = mixed_mesh(5, 4, 3);
  mesh.boundary.clear();
  EXPECT_THAT(refusal_of(comm, mesh), HasSubstr("sides on the boundary without a marker: 18,"));
  mesh.cells.clear(), mesh.cell_vertices.clear();
  EXPECT_THAT(refusal_of(comm, mesh), HasSubstr("the mesh has no cells"));
}

}  // namespace
}  // namespace partita::mesh
