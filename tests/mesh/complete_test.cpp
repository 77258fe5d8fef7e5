#include <limits>

#include <partita/mesh/complete.hpp>
#include <partita/mesh/find_edges.hpp>

#include "tests/mesh/reader_test.hpp"

namespace partita::mesh {
namespace {

using testing::ElementsAre;

// One cell with all its sides on the boundary.
Mesh cell(CellType type, std::vector<Point> points, std::vector<global_index> vertices) {
  Mesh mesh;
  mesh.dimension = type == CellType::tetrahedron ? 3 : 2;
  mesh.points = std::move(points);
  mesh.cells = {type};
  mesh.cell_vertices = vertices;
  mesh.markers = {"wall"};
  const std::size_t n = vertices.size();
  for (std::size_t i = 0; i < n; ++i) {
    const global_index third = mesh.dimension == 3 ? vertices[(i + 2) % n] : -1;
    mesh.boundary.push_back({{vertices[i], vertices[(i + 1) % n], third}, 0});
  }
  return mesh;
}

Mesh quadrilateral(std::vector<Point> points) {
  return cell(CellType::quadrilateral, std::move(points), {0, 1, 2, 3});
}

std::string error(Mesh mesh) {
  try {
    complete(mesh);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(FindEdges, GivesEachEdgeOnceAscending) {
  Mesh mesh;
  mesh.vertices = 5;
  mesh.cells = {CellType::quadrilateral, CellType::triangle};
  mesh.cell_vertices = {4, 3, 1, 0, 2, 3, 1};
  EXPECT_THAT(find_edges(mesh),
              ElementsAre(Edge{0, 1}, Edge{0, 4}, Edge{1, 2}, Edge{1, 3}, Edge{2, 3}, Edge{3, 4}));
}

TEST(FindEdges, OfATetrahedronAreSix) {
  Mesh mesh;
  mesh.vertices = 4;
  mesh.cells = {CellType::tetrahedron};
  mesh.cell_vertices = {3, 1, 0, 2};
  EXPECT_THAT(find_edges(mesh),
              ElementsAre(Edge{0, 1}, Edge{0, 2}, Edge{0, 3}, Edge{1, 2}, Edge{1, 3}, Edge{2, 3}));
}

TEST(Complete, TurnsClockwiseCells) {
  Mesh mesh = quadrilateral({{0, 0, 0}, {0, 1, 0}, {1, 1, 0}, {1, 0, 0}});
  complete(mesh);
  EXPECT_THAT(mesh.cell_vertices, ElementsAre(0, 3, 2, 1));
  EXPECT_EQ(mesh.boundary[0].vertices, (std::array<global_index, 3>{1, 0, -1}));
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
  EXPECT_EQ(mesh.boundary[2].vertices, (std::array<global_index, 3>{2, 0, -1}));
}

TEST(Complete, JudgesACellByItsShapeNotItsSize) {
  for (const double size : {1e-200, 1e-6, 1e6, 1e200})
    EXPECT_EQ(error(quadrilateral({{0, 0, 0}, {size, 0, 0}, {size, 1e-6 * size, 0}, {0, 1e-6 * size, 0}})),
              "no error");
  EXPECT_EQ(error(cell(CellType::triangle, {{0, 0, 0}, {1, 1, 0}, {3, 3.0000000000000004, 0}}, {0, 1, 2})),
            "cell 0: this triangle has no area");
}

TEST(Complete, RefusesQuadrilateralsThatAreNotConvex) {
  const char* refused = "cell 0: this quadrilateral is not convex, or crosses itself";
  EXPECT_EQ(error(quadrilateral({{0, 0, 0}, {1, 0, 0}, {0.1, 0.1, 0}, {0, 1, 0}})), refused) << "a dart";
  EXPECT_EQ(error(quadrilateral({{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}})), refused) << "a bow tie";
  EXPECT_EQ(error(quadrilateral({{0, 0, 0}, {1, 0, 0}, {1, 0, 0}, {0, 1, 0}})), refused)
      << "two corners in one place";
  EXPECT_EQ(error(quadrilateral({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 1, 0}})), "no error")
      << "a straight corner";
}

TEST(Complete, RefusesCoordinatesThatAreNotFinite) {
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    EXPECT_EQ(error(cell(CellType::triangle, {{0, 0, 0}, {1, bad, 0}, {0, 1, 0}}, {0, 1, 2})),
              "point 1: this point has a coordinate that is not finite");
}

TEST(Complete, NeedsAFlatMeshInThePlaneZ0) {
  EXPECT_EQ(error(cell(CellType::triangle, {{0, 0, 0}, {1, 0, 0.5}, {0, 1, 0}}, {0, 1, 2})),
            "point 1: this point lies off the plane z = 0, where a mesh without tetrahedra must lie");
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
