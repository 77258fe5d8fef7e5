#include "tests/mesh/reader_test.hpp"

namespace partita::mesh::op2_test {
namespace {

using testing::ElementsAre;

// Two unit squares side by side. Points 4 and 6 coincide.
const std::string grid = R"(7 2 1 6
0 0
1 0
2 0
0 1
1 1
2 1
1 1
0 1 4 3
1 2 5 6
1 4 0 1
0 1 0 1
1 2 1 1
2 5 1 2
5 6 1 2
4 3 0 2
3 0 0 2
)";

Mesh read(const std::string& text) { return read_op2(text, "grid.dat"); }
std::string error(const std::string& text) { return error_of(read_op2, text, "grid.dat"); }

TEST(ReadOp2, GivesQuadrilateralsAndTwoMarkers) {
  const Mesh mesh = read(grid);
  EXPECT_THAT(mesh.cells, ElementsAre(CellType::quadrilateral, CellType::quadrilateral));
  EXPECT_EQ(mesh.edges.size(), 7u);
  EXPECT_THAT(mesh.markers, ElementsAre("airfoil", "farfield"));
  EXPECT_THAT(faces_by_marker(mesh), ElementsAre(std::pair("airfoil", 2), std::pair("farfield", 4)));
}

TEST(ReadOp2, WeldsCoincidentPoints) {
  const Mesh mesh = read(grid);
  EXPECT_EQ(mesh.welded_points, 1);
  EXPECT_EQ(mesh.vertices, 6);
  EXPECT_THAT(mesh.cell_vertices, ElementsAre(0, 1, 4, 3, 1, 2, 5, 4));
}

TEST(ReadOp2, WeldsNegativeToPositiveZero) { EXPECT_EQ(read(with(grid, "0 0\n", "-0 0\n")).vertices, 6); }

TEST(ReadOp2, RefusesOtherFiles) {
  EXPECT_EQ(error(""), "grid.dat: the file is empty");
  EXPECT_EQ(
      error("x"),
      "grid.dat:1: expected the number of points (an integer from 0 to 9223372036854775807), found 'x'");
  EXPECT_EQ(error("0 0 0 0"), "grid.dat: the mesh has no cells");
  EXPECT_EQ(error(with(grid, "2 1\n", "2 nan\n")),
            "grid.dat:7: expected a coordinate (a finite number), found 'nan'");
  EXPECT_EQ(error(grid + "1\n"), "grid.dat:18: expected the end of the file, found '1'");
}

TEST(ReadOp2, RefusesWrongHeaders) {
  EXPECT_EQ(error(with(grid, "7 2 1 6", "1000000000000 2 1 6")),
            "grid.dat:1: expected 1000000000000 points, but only 107 bytes are left in the file");
  EXPECT_EQ(error(with(grid, "7 2 1 6", "7 2 1 7")),
            "grid.dat:18: expected 7 boundary edges, found 6 before the end of the file");
  EXPECT_EQ(error(with(with(grid, "7 2 1 6", "7 2 2 6"), "1 4 0 1", "1 4 0 1\n1 4 1 0")),
            "grid.dat:1: the header announces 2 inner edges, but the cells have 1");
}

TEST(ReadOp2, RefusesNumbersOutOfRange) {
  EXPECT_EQ(error(with(grid, "0 1 4 3", "0 1 7 3")),
            "grid.dat:9: expected a vertex (an integer from 0 to 6), found '7'");
  EXPECT_EQ(error(with(grid, "1 4 0 1", "1 4 0 2")),
            "grid.dat:11: expected a cell (an integer from 0 to 1), found '2'");
  EXPECT_EQ(error(with(grid, "0 1 0 1", "0 1 0 3")),
            "grid.dat:12: expected a boundary condition (an integer from 1 to 2), found '3'");
}

TEST(ReadOp2, RefusesEdgesThatDoNotFitTheCells) {
  EXPECT_EQ(error(with(grid, "1 4 0 1", "0 3 0 1")), "grid.dat:11: this edge does not lie at cell 1");
  EXPECT_EQ(error(with(grid, "0 1 0 1", "1 2 0 1")), "grid.dat:12: this edge does not lie at cell 0");
  EXPECT_EQ(error(with(grid, "0 1 0 1", "1 4 0 1")),
            "grid.dat:9: sides on the boundary without a marker: 1, such as the side (0, 0), (1, 0) of this "
            "quadrilateral; give each a marker");
}

TEST(ReadOp2, RefusesCellsThatWeldingFolds) {
  const std::string cells = with(grid.substr(0, grid.find("1 4 0 1")), "7 2 1 6", "7 2 4 0") +
                            "1 4 0 0\n1 4 0 0\n1 4 0 0\n1 4 0 0\n";
  EXPECT_EQ(error(with(cells, "1 2 5 6", "4 2 5 6")),
            "grid.dat:10: this quadrilateral names one of its vertices twice");
}

TEST(ReadOp2, RefusesTruncatedFiles) { expect_no_beginning_is_read(read_op2, grid); }

}  // namespace
}  // namespace partita::mesh::op2_test
