#include <algorithm>
#include <limits>
#include <tuple>

#include <partita/mesh/complete.hpp>
#include <partita/mesh/find_edges.hpp>

#include "tests/mesh/reader_test.hpp"
#include "tests/mesh/sample_solids.hpp"
#include "tests/sentence.hpp"

namespace partita::mesh {
namespace {

using testing::ElementsAre;

// One cell of these points, with all its sides on the boundary.
Mesh cell(CellType type, std::vector<Point> points, std::vector<global_index> vertices) {
  Mesh mesh = only_cell(type, std::move(points));
  for (BoundaryFace& face : mesh.boundary)
    for (global_index& vertex : face.vertices)
      if (vertex >= 0) vertex = vertices[static_cast<std::size_t>(vertex)];
  mesh.cell_vertices = std::move(vertices);
  return mesh;
}

Mesh quadrilateral(std::vector<Point> points) {
  return cell(CellType::quadrilateral, std::move(points), {0, 1, 2, 3});
}

std::string error(Mesh mesh) {
  return testing_support::sentence_of([&] { complete(mesh); });
}

TEST(FindEdges, GivesEachEdgeOnceAscending) {
  Mesh mesh;
  mesh.vertices = 5;
  mesh.cells = {CellType::quadrilateral, CellType::triangle};
  mesh.cell_vertices = {4, 3, 1, 0, 2, 3, 1};
  EXPECT_THAT(find_edges(mesh, {0, mesh.vertices}),
              ElementsAre(Edge{0, 1}, Edge{0, 4}, Edge{1, 2}, Edge{1, 3}, Edge{2, 3}, Edge{3, 4}));
}

TEST(FindEdges, OfATetrahedronAreSix) {
  Mesh mesh;
  mesh.vertices = 4;
  mesh.cells = {CellType::tetrahedron};
  mesh.cell_vertices = {3, 1, 0, 2};
  EXPECT_THAT(find_edges(mesh, {0, mesh.vertices}),
              ElementsAre(Edge{0, 1}, Edge{0, 2}, Edge{0, 3}, Edge{1, 2}, Edge{1, 3}, Edge{2, 3}));
}

Mesh solid(CellType type) {
  if (type == CellType::hexahedron)
    return only_cell(
        type, {{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {0, 1, 0}, {0, 0, 3}, {2, 0, 3}, {2, 1, 4}, {0, 1, 3}});
  if (type == CellType::prism)
    return only_cell(type, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 2}});
  return only_cell(CellType::pyramid, {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}});
}

TEST(FindEdges, OfSolidsLeaveOutTheDiagonals) {
  const std::tuple<CellType, std::size_t, Edge> expected[] = {
      {CellType::hexahedron, 12, {2, 6}}, {CellType::prism, 9, {2, 5}}, {CellType::pyramid, 8, {2, 4}}};
  for (const auto& [type, count, upright] : expected) {
    Mesh mesh = solid(type);
    mesh.vertices = std::ssize(mesh.points);
    const std::vector<Edge> edges = find_edges(mesh, {0, mesh.vertices});
    EXPECT_EQ(edges.size(), count);
    EXPECT_THAT(edges, testing::Contains(upright));
    EXPECT_THAT(edges, testing::Not(testing::Contains(Edge{0, 5}))) << "a diagonal of a hexahedron";
    EXPECT_TRUE(std::ranges::is_sorted(edges));
  }
}

TEST(Complete, TurnsSolidsOfNegativeVolumeAndTheirSides) {
  for (const CellType type : {CellType::hexahedron, CellType::prism, CellType::pyramid}) {
    Mesh upright = solid(type), mirrored = solid(type);
    for (Point& point : mirrored.points) point[0] = -point[0];
    const std::vector<global_index> given = upright.cell_vertices;
    complete(upright);
    complete(mirrored);
    EXPECT_EQ(upright.cell_vertices, given);
    EXPECT_NE(mirrored.cell_vertices, given);
    EXPECT_EQ(mirrored.edges, upright.edges);
    for (std::size_t f = 0; f < upright.boundary.size(); ++f) {
      const auto there = upright.boundary[f].corners(), here = mirrored.boundary[f].corners();
      ASSERT_EQ(here.size(), there.size());
      const auto same = std::ranges::find(here, there[0]) - here.begin();
      for (std::size_t k = 0; k < there.size(); ++k)
        EXPECT_EQ(here[(same + there.size() - k) % there.size()], there[k]) << "the other way around";
    }
    // Complete already, its mirrored order gives the same mesh.
    Mesh again = mirrored;
    complete(again);
    EXPECT_EQ(again.cell_vertices, mirrored.cell_vertices);
    EXPECT_EQ(again.boundary, mirrored.boundary);
  }
}

// Euler's relation of a ball: vertices - edges + faces - cells = 1.
TEST(Complete, GivesBallsOfMixedCellsTheirEdgesAndSides) {
  for (const Cut cut : all_cuts)
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const Mesh mesh = cube_of(cut, 3, seed);
      std::ptrdiff_t sides = 0;
      for (const CellType type : mesh.cells)
        sides += type == CellType::tetrahedron ? 4 : type == CellType::hexahedron ? 6 : 5;
      const auto faces = (sides + std::ssize(mesh.boundary)) / 2;
      EXPECT_EQ(mesh.vertices - std::ssize(mesh.edges) + faces - std::ssize(mesh.cells), 1);
      if (cut == Cut::mixture) {
        for (const CellType type :
             {CellType::tetrahedron, CellType::hexahedron, CellType::prism, CellType::pyramid})
          EXPECT_THAT(mesh.cells, testing::Contains(type)) << "seed " << seed;
      }
    }
}

TEST(Complete, RefusesSolidsThatCrossThemselves) {
  const auto with_order = [](CellType type, std::vector<global_index> vertices) {
    Mesh mesh = solid(type);
    mesh.cell_vertices = std::move(vertices);
    return error(mesh);
  };
  EXPECT_EQ(with_order(CellType::hexahedron, {0, 1, 2, 3, 6, 7, 4, 5}),
            "cell 0: this hexahedron is not convex, or crosses itself")
      << "twisted";
  EXPECT_EQ(with_order(CellType::hexahedron, {0, 1, 3, 2, 4, 5, 7, 6}),
            "cell 0: this hexahedron is not convex, or crosses itself")
      << "numbered row by row";
  EXPECT_EQ(with_order(CellType::prism, {0, 1, 2, 4, 3, 5}),
            "cell 0: this prism is not convex, or crosses itself");
  EXPECT_EQ(with_order(CellType::pyramid, {0, 2, 1, 3, 4}),
            "cell 0: this pyramid is not convex, or crosses itself");
  Mesh flat = solid(CellType::pyramid);
  flat.points[4] = {0.3, 0.3, 0};
  EXPECT_EQ(error(flat), "cell 0: this pyramid has no volume");
}

TEST(Complete, RefusesSidesInAnotherOrder) {
  Mesh mesh = solid(CellType::hexahedron);
  mesh.boundary[2] = {{0, 5, 1, 4}, 0};
  const char* refused =
      "boundary face 2: this boundary face of the marker rim is the side of no cell; remove it, or join "
      "points that are listed twice";
  EXPECT_EQ(error(mesh), refused);
  mesh.boundary[2] = {{0, 1, 5}, 0};
  EXPECT_EQ(error(mesh), refused);
}

TEST(Complete, TurnsClockwiseCells) {
  Mesh mesh = quadrilateral({{0, 0, 0}, {0, 1, 0}, {1, 1, 0}, {1, 0, 0}});
  complete(mesh);
  EXPECT_THAT(mesh.cell_vertices, ElementsAre(0, 3, 2, 1));
  EXPECT_EQ(mesh.boundary[0].vertices, (std::array<global_index, 4>{1, 0, -1, -1}));
}

TEST(Complete, TurnsTetrahedraOfNegativeVolume) {
  Mesh mesh = cell(CellType::tetrahedron, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 2, 1, 3});
  complete(mesh);
  EXPECT_THAT(mesh.cell_vertices, ElementsAre(0, 3, 1, 2));
}

TEST(Complete, DropsUnusedPointsAndKeepsTheOrderOfOthers) {
  Mesh mesh = cell(CellType::triangle, {{9, 9, 0}, {0, 0, 0}, {8, 8, 7}, {1, 0, 0}, {0, 1, 0}}, {1, 3, 4});
  complete(mesh);
  EXPECT_EQ(mesh.vertices, 3);
  EXPECT_THAT(mesh.points, ElementsAre(Point{0, 0, 0}, Point{1, 0, 0}, Point{0, 1, 0}));
  EXPECT_THAT(mesh.cell_vertices, ElementsAre(0, 1, 2));
  EXPECT_EQ(mesh.boundary[2].vertices, (std::array<global_index, 4>{2, 0, -1, -1}));
}

TEST(Complete, JudgesACellByItsShapeNotItsSize) {
  for (const double size : {1e-200, 1e-6, 1e6, 1e200})
    EXPECT_EQ(error(quadrilateral({{0, 0, 0}, {size, 0, 0}, {size, 1e-6 * size, 0}, {0, 1e-6 * size, 0}})),
              "");
  EXPECT_EQ(error(cell(CellType::triangle, {{0, 0, 0}, {1, 1, 0}, {3, 3.0000000000000004, 0}}, {0, 1, 2})),
            "cell 0: this triangle has no area");
}

TEST(Complete, RefusesQuadrilateralsThatAreNotConvex) {
  const char* refused = "cell 0: this quadrilateral is not convex, or crosses itself";
  EXPECT_EQ(error(quadrilateral({{0, 0, 0}, {1, 0, 0}, {0.1, 0.1, 0}, {0, 1, 0}})), refused) << "a dart";
  EXPECT_EQ(error(quadrilateral({{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}})), refused) << "a bow tie";
  EXPECT_EQ(error(quadrilateral({{0, 0, 0}, {1, 0, 0}, {1, 0, 0}, {0, 1, 0}})),
            "cell 0: this quadrilateral has two corners in one place");
  EXPECT_EQ(error(quadrilateral({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 1, 0}})), "") << "a straight corner";
}

TEST(Complete, RefusesCoordinatesThatAreNotFinite) {
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    EXPECT_EQ(error(cell(CellType::triangle, {{0, 0, 0}, {1, bad, 0}, {0, 1, 0}}, {0, 1, 2})),
              "point 1: this point has a coordinate that is not finite");
}

TEST(Complete, NeedsAFlatMeshInThePlaneZ0) {
  EXPECT_EQ(
      error(cell(CellType::triangle, {{0, 0, 0}, {1, 0, 0.5}, {0, 1, 0}}, {0, 1, 2})),
      "point 1: this point lies off the plane z = 0, where a mesh of triangles and quadrilaterals must lie; "
      "turn it there, or give a mesh of the volume");
  Mesh nearly = cell(CellType::triangle, {{0, 0, 1e-18}, {1, 0, -1e-18}, {0, 1, 0}}, {0, 1, 2});
  complete(nearly);
  for (const Point& point : nearly.points) EXPECT_EQ(point[2], 0);
}

TEST(Complete, RefusesOverlappingCells) {
  Mesh mesh = cell(CellType::triangle, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, {0, 1, 2});
  mesh.cells.push_back(CellType::triangle);
  mesh.cell_vertices.insert(mesh.cell_vertices.end(), {0, 1, 3});
  EXPECT_EQ(error(mesh), "cell 1: this triangle overlaps another cell at the side (0, 0), (1, 0)");
}

TEST(Complete, RefusesCellsThatAreListedTwice) {
  Mesh mesh = cell(CellType::triangle, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, {0, 1, 2});
  mesh.cells.push_back(CellType::triangle);
  mesh.cell_vertices.insert(mesh.cell_vertices.end(), {1, 2, 0});
  EXPECT_EQ(error(mesh), "cell 1: this triangle is listed twice (first: cell 0); list it once");
  mesh.cells.resize(4, CellType::triangle);
  mesh.cell_vertices = {0, 1, 2, 1, 3, 2, 0, 1, 2, 1, 3, 2};
  EXPECT_EQ(error(mesh), "cell 2: this triangle is listed twice (first: cell 0); list it once")
      << "beside another one";
}

// Two squares side by side; the side between them is listed in two markers.
TEST(Complete, LeavesOutFacesBetweenTwoCells) {
  Mesh mesh;
  mesh.points = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 1, 0}, {1, 1, 0}, {2, 1, 0}};
  mesh.cells = {CellType::quadrilateral, CellType::quadrilateral};
  mesh.cell_vertices = {0, 1, 4, 3, 1, 2, 5, 4};
  mesh.markers = {"wall", "solid", "fluid"};
  using Faces = std::vector<BoundaryFace>;
  mesh.boundary = Faces{{{4, 1}, 1}, {{0, 1}, 0}, {{1, 2}, 0}, {{2, 5}, 0},
                        {{5, 4}, 0}, {{4, 3}, 0}, {{1, 4}, 2}, {{3, 0}, 0}};
  const Faces kept{{{0, 1}, 0}, {{1, 2}, 0}, {{2, 5}, 0}, {{5, 4}, 0}, {{4, 3}, 0}, {{3, 0}, 0}};
  EXPECT_EQ(inner_faces_in_words(mesh), "");
  complete(mesh);
  EXPECT_EQ(mesh.boundary, kept);
  EXPECT_THAT(mesh.inner_faces, ElementsAre(0, 1, 1));
  EXPECT_EQ(inner_faces_in_words(mesh), "2 boundary faces between two cells are left out: solid, fluid");
}

TEST(Complete, RefusesASideOfThreeCells) {
  Mesh mesh = cell(CellType::triangle, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, -1, 0}, {1, 1, 0}}, {0, 1, 2});
  mesh.cells.resize(3, CellType::triangle);
  mesh.cell_vertices.insert(mesh.cell_vertices.end(), {0, 1, 3, 0, 1, 4});
  EXPECT_EQ(error(mesh), "cell 2: this triangle is the third cell at the side (0, 0), (1, 0)");
}

TEST(Complete, RefusesCellsThatDoNotFitTheDimension) {
  Mesh mesh = cell(CellType::triangle, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {0, 1, 2});
  mesh.dimension = 3;
  EXPECT_EQ(error(mesh), "cell 0: a mesh of 3 dimensions cannot have a triangle");
  mesh.cell_vertices.pop_back();
  EXPECT_EQ(error(mesh), "the cells need 3 vertices and have 2");
  EXPECT_EQ(error(Mesh{}), "the mesh has no cells");
}

TEST(Complete, RefusesMarkersOutOfRange) {
  Mesh mesh = cell(CellType::triangle, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {0, 1, 2});
  mesh.boundary[1].marker = 1;
  EXPECT_EQ(error(mesh), "boundary face 1: this boundary face has marker 1 of 1");
}

}  // namespace
}  // namespace partita::mesh
