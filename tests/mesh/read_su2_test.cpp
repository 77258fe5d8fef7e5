#include "tests/mesh/reader_test.hpp"

namespace partita::mesh::su2_test {
namespace {

using testing::ElementsAre;

// The unit square, cut from lower left to upper right. The second triangle and the lower side are clockwise.
const std::string square = R"(% a square
NDIME= 2
NELEM= 2
5 0 1 2 0
5 0 3 2 1  % clockwise
NPOIN= 4
0 0 0
1 0 1
1 1 2
0 1 3
NMARK= 2
MARKER_TAG= wall
MARKER_ELEMS= 2
3 1 0 0
3 1 2 1
MARKER_TAG= outflow
MARKER_ELEMS= 2
3 2 3
3 3 0
)";

const std::string tetrahedron = R"(NDIME= 3
NPOIN= 4
0 0 0
1 0 0
0 1 0
0 0 1
NELEM= 1
10 0 1 2 3
NMARK= 1
MARKER_TAG= wall
MARKER_ELEMS= 4
5 0 1 2
5 0 1 3
5 0 2 3
5 1 2 3
)";

Mesh read(const std::string& text) { return read_su2(text, "grid.su2"); }
std::string error(const std::string& text) { return error_of(read_su2, text, "grid.su2"); }

TEST(ReadSu2, GivesPointsCellsAndEdges) {
  const Mesh mesh = read(square);
  EXPECT_EQ(mesh.dimension, 2);
  EXPECT_EQ(mesh.vertices, 4);
  EXPECT_THAT(mesh.points, ElementsAre(Point{0, 0, 0}, Point{1, 0, 0}, Point{1, 1, 0}, Point{0, 1, 0}));
  EXPECT_THAT(mesh.cells, ElementsAre(CellType::triangle, CellType::triangle));
  EXPECT_THAT(mesh.edges, ElementsAre(Edge{0, 1}, Edge{0, 2}, Edge{0, 3}, Edge{1, 2}, Edge{2, 3}));
}

TEST(ReadSu2, OrientsCellsAndBoundary) {
  const Mesh mesh = read(square);
  EXPECT_THAT(mesh.cell_vertices, ElementsAre(0, 1, 2, 0, 2, 3));
  EXPECT_THAT(mesh.boundary, ElementsAre(BoundaryFace{{0, 1, -1}, 0}, BoundaryFace{{1, 2, -1}, 0},
                                         BoundaryFace{{2, 3, -1}, 1}, BoundaryFace{{3, 0, -1}, 1}));
  EXPECT_THAT(mesh.markers, ElementsAre("wall", "outflow"));
}

TEST(ReadSu2, ReadsQuadrilaterals) {
  const Mesh mesh = read(with(with(square, "NELEM= 2", "NELEM= 1"), "5 0 1 2 0\n5 0 3 2 1", "9 0 3 2 1"));
  EXPECT_THAT(mesh.cells, ElementsAre(CellType::quadrilateral));
  EXPECT_THAT(mesh.cell_vertices, ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(mesh.edges, ElementsAre(Edge{0, 1}, Edge{0, 3}, Edge{1, 2}, Edge{2, 3}));
}

TEST(ReadSu2, ReadsTetrahedra) {
  const Mesh mesh = read(tetrahedron);
  EXPECT_EQ(mesh.dimension, 3);
  EXPECT_THAT(mesh.cells, ElementsAre(CellType::tetrahedron));
  EXPECT_EQ(mesh.edges.size(), 6u);
  EXPECT_EQ(mesh.boundary[0], (BoundaryFace{{1, 0, 2}, 0}))
      << "seen from below, 1 0 2 turns counter-clockwise";
}

TEST(ReadSu2, TakesItsKeysInAnyOrderAndSpacing) {
  const Mesh mesh =
      read(with(with(tetrahedron, "NDIME= 3\n", ""), "NELEM= 1", "NZONE=1\nNDIME =3\r\n\nNELEM=1"));
  EXPECT_EQ(mesh.dimension, 3);
}

TEST(ReadSu2, PassesOverKeysItDoesNotKnow) {
  const Mesh mesh = read(square + "FFD_CORNER_POINTS= 2\n0 0\n1 1\nAOA= 3.5\n");
  EXPECT_EQ(mesh.vertices, 4);
}

TEST(ReadSu2, DropsPointsThatNoCellUses) {
  EXPECT_EQ(read(with(square, "NPOIN= 4\n0 0 0\n1 0 1\n1 1 2\n0 1 3\n",
                      "NPOIN= 5 5\n0 0 0\n1 0 1\n1 1 2\n0 1 3\n7 7 4\n"))
                .vertices,
            4);
}

TEST(ReadSu2, RefusesOtherFiles) {
  EXPECT_EQ(error(""), "grid.su2: the file is empty");
  EXPECT_EQ(error("\n\n"), "grid.su2:3: expected NDIME=, found the end of the file");
  EXPECT_EQ(error("NDIME= 2\n"), "grid.su2:2: expected NELEM=, found the end of the file");
  EXPECT_EQ(error(std::string("\x7f"
                              "ELF\0\xff\n",
                              7)),
            "grid.su2: the file is binary, not text");
  EXPECT_EQ(error("NDIME= 2\n1 2 3\n"), "grid.su2:2: expected a key such as NELEM=, found '1'");
  EXPECT_EQ(error("NDIME= 4\n"), "grid.su2:1: expected the dimension (an integer from 2 to 3), found '4'");
}

TEST(ReadSu2, RefusesWordsInPlaceOfNumbers) {
  EXPECT_EQ(error(with(square, "1 0 1\n", "1 O 1\n")),
            "grid.su2:8: expected a coordinate (a finite number), found 'O'");
  EXPECT_EQ(error(with(square, "1 0 1\n", "1 \x01\xfe 1\n")),
            "grid.su2:8: expected a coordinate (a finite number), found '\\x01\\xfe'");
  EXPECT_EQ(error(with(square, "1 0 1\n", "1\n")),
            "grid.su2:8: expected a coordinate, found the end of the line");
  EXPECT_EQ(error(with(square, "5 0 1 2 0", "5 0 1 2.5 0")),
            "grid.su2:4: expected a vertex (an integer from 0 to 9223372036854775807), found '2.5'");
}

TEST(ReadSu2, RefusesCoordinatesThatAreNotFinite) {
  for (const char* bad : {"nan", "inf", "-inf", "1e999"})
    EXPECT_EQ(error(with(square, "1 0 1\n", text("1 ", bad, "\n"))),
              text("grid.su2:8: expected a coordinate (a finite number), found '", bad, "'"));
}

TEST(ReadSu2, RefusesIntegersThatOverflow) {
  EXPECT_EQ(error(with(square, "5 0 1 2 0", "5 0 1 18446744073709551618")),
            "grid.su2:4: expected a vertex (an integer from 0 to 9223372036854775807), found "
            "'18446744073709551618'");
}

TEST(ReadSu2, RefusesBlocksLargerThanTheFile) {
  EXPECT_EQ(error(with(square, "NPOIN= 4", "NPOIN= 1000000000000")),
            "grid.su2:6: expected 1000000000000 points, but only 131 bytes are left in the file");
  EXPECT_EQ(error(with(square, "MARKER_ELEMS= 2\n3 2 3\n", "MARKER_ELEMS= 3\n3 2 3\n")),
            "grid.su2:20: expected 3 boundary elements, found 2 before the end of the file");
  EXPECT_EQ(error(with(square, "NELEM= 2", "NELEM= 3")),
            "grid.su2:6: expected a cell type (an integer from 0 to 9223372036854775807), found 'NPOIN='");
}

TEST(ReadSu2, RefusesMoreLinesThanAnnounced) {
  EXPECT_EQ(error(with(square, "NPOIN= 4", "NPOIN= 3")),
            "grid.su2:10: expected a key such as NELEM=, found '0'");
}

TEST(ReadSu2, RefusesElementsByName) {
  EXPECT_EQ(error(with(square, "5 0 1 2 0", "10 0 1 2 3")),
            "grid.su2:4: cell type 10 (tetrahedron) is not read in 2 dimensions, only 5 (triangle) and 9 "
            "(quadrilateral)");
  EXPECT_EQ(error(with(tetrahedron, "10 0 1 2 3", "24 0 1 2 3 4 5 6 7 8 9")),
            "grid.su2:8: cell type 24 (quadratic tetrahedron) is not read in 3 dimensions, only 10 "
            "(tetrahedron), 12 (hexahedron), 13 (prism) and 14 (pyramid)");
  EXPECT_EQ(error(with(square, "3 1 0 0", "1 0")),
            "grid.su2:14: boundary element type 1 (vertex) is not read in 2 dimensions, only 3 (line)");
  EXPECT_EQ(
      error(with(tetrahedron, "5 0 1 3", "3 0 1")),
      "grid.su2:13: boundary element type 3 (line) is not read in 3 dimensions, only 5 (triangle) and 9 "
      "(quadrilateral)");
}

TEST(ReadSu2, RefusesPartitionedMeshesAndPeriodicCopies) {
  const char* copies =
      "this is a part of a partitioned mesh, or a mesh with periodic copies that SU2_MSH added; give the "
      "undivided mesh from before SU2_MSH";
  EXPECT_EQ(error(with(square, "NPOIN= 4", "NPOIN= 4 3")), text("grid.su2:6: ", copies));
  EXPECT_EQ(error(with(square, "MARKER_TAG= wall", "MARKER_TAG= SEND_RECEIVE")),
            text("grid.su2:12: ", copies));
  EXPECT_EQ(error(square + "SEND_RECV= 1\n"), text("grid.su2:20: ", copies));
  EXPECT_EQ(error("NCHUNK= 3\n" + square),
            "grid.su2:1: a part of a partitioned mesh is not read; give the undivided one");
}

// SU2's reader takes what it needs of each line; so files have more on them.
TEST(ReadSu2, IgnoresTheRestOfEachLine) {
  const Mesh expected = read(square);
  const auto expect_the_square = [&](const std::string& text) {
    const Mesh mesh = read(text);
    EXPECT_EQ(mesh.points, expected.points) << text;
    EXPECT_EQ(mesh.cell_vertices, expected.cell_vertices) << text;
    EXPECT_EQ(mesh.boundary, expected.boundary) << text;
    EXPECT_EQ(mesh.markers, expected.markers) << text;
  };
  expect_the_square(with(square, "1 0 1\n1 1 2\n", "1 0 0.5 1\n1 1 0 7 8 9 2\n"));
  expect_the_square(with(square, "1 0 1\n1 1 2\n", "\t1\t0\t1\n 1.0e+00\t+1 second corner\n"));
  expect_the_square(with(square, "5 0 1 2 0", "5\t0\t1\t2\t0\t17 1.5"));
  expect_the_square(with(square, "3 1 0 0", "3 1 0 0 0 here"));
  expect_the_square(with(with(square, "NELEM= 2", "NELEM= 2 cells"), "NMARK= 2", "NMARK= 2 2"));
}

std::string with_line_ends(const std::string& text, const std::string& end) {
  std::string changed;
  for (const char c : text) changed += c == '\n' ? end : std::string(1, c);
  return changed;
}

TEST(ReadSu2, TakesLineEndsOfEverySystem) {
  for (const char* end :
       {"\r\n", "\r\r\n", " \t\r\n", "\n\n", "\n% a comment\n \t\n", " % a comment = 7\r\n"}) {
    const Mesh mesh = read(with_line_ends(square, end));
    EXPECT_EQ(mesh.cell_vertices, read(square).cell_vertices);
    EXPECT_EQ(mesh.boundary, read(square).boundary);
    EXPECT_THAT(mesh.markers, ElementsAre("wall", "outflow"));
  }
}

TEST(ReadSu2, TakesOtherSpellingsOfItsKeys) {
  for (const auto& [tag, elements] :
       {std::pair("MARKERTAG= ", "MARKERELEMS= "), std::pair("MARKER_TAG=", "MARKER_ELEM="),
        std::pair("Marker_Tag\t=\t", "marker_elems ="), std::pair("MARKER TAG= ", "MARKER ELEMS= ")}) {
    const Mesh mesh = read(with(with(square, "MARKER_TAG= ", tag), "MARKER_ELEMS= ", elements));
    EXPECT_THAT(mesh.markers, ElementsAre("wall", "outflow"));
    EXPECT_EQ(mesh.boundary, read(square).boundary);
  }
  EXPECT_EQ(read(with(with(square, "NDIME= 2", " ndime\t=2"), "NPOIN= 4", "Npoin=4 4")).vertices, 4);
}

TEST(ReadSu2, RemovesBlanksFromTheNamesOfMarkers) {
  EXPECT_THAT(read(with(square, "TAG= wall", "TAG=  lower\t wall \r")).markers,
              ElementsAre("lowerwall", "outflow"));
  EXPECT_EQ(error(with(square, "TAG= wall", "TAG= ")),
            "grid.su2:12: expected the marker's name, found the end of the line");
}

TEST(ReadSu2, KeepsMarkersWithoutElements) {
  const Mesh mesh = read(with(square, "NMARK= 2\n", "NMARK= 3\nMARKER_TAG= nothing\nMARKER_ELEMS= 0\n"));
  EXPECT_THAT(mesh.markers, ElementsAre("nothing", "wall", "outflow"));
  EXPECT_THAT(faces_by_marker(mesh), ElementsAre(std::pair("outflow", 2), std::pair("wall", 2)));
}

TEST(ReadSu2, PassesOverLinesWithoutAKey) {
  EXPECT_EQ(
      read("Mesh of a square\n" + with(square, "NMARK", "the boundary follows\nNMARK") + "end\n").vertices,
      4);
}

const std::string zones = "NZONE= 2\nIZONE= 1\n" + square + "IZONE= 2\n" + tetrahedron;

TEST(ReadSu2, ReadsOneOfSeveralZones) {
  const auto zone = [](const std::string& text, int number) {
    return read_zone<su2_draft>(text, "grid.su2", number);
  };
  EXPECT_EQ(zone(zones, 1).cell_vertices, read(square).cell_vertices);
  EXPECT_EQ(zone(zones, 1).boundary, read(square).boundary);
  EXPECT_EQ(zone(zones, 2).cell_vertices, read(tetrahedron).cell_vertices);
  EXPECT_EQ(zone("% two\nNZONE= 2\nIZONE= 2\n" + tetrahedron + "IZONE= 1\n" + square, 2).dimension, 3);
  EXPECT_EQ(zone(square, 1).vertices, 4);
  EXPECT_EQ(read("NZONE= 1\nIZONE= 1\n" + square).vertices, 4);
  for (const int number : {1, 2}) {
    const std::string two = "% two\nNDIME= 2\nNZONE= 2\nIZONE= 1\n" + square + "IZONE= 2\n" + square;
    EXPECT_EQ(zone(two, number).boundary, read(square).boundary);
    EXPECT_EQ(zone(with(two, "NDIME= 2\nNELEM", "NELEM"), number).boundary, read(square).boundary)
        << "the dimension of all zones";
  }
}

TEST(ReadSu2, NamesTheZonesThatAFileHas) {
  const auto zone_error = [](const std::string& text, int number) {
    return error_of([number](std::string_view t,
                             const std::string& path) { return read_zone<su2_draft>(t, path, number); },
                    text, "grid.su2");
  };
  EXPECT_EQ(error(zones), "grid.su2:1: the file has 2 zones; choose one with --zone");
  EXPECT_EQ(error("NDIME= 2\n" + zones), "grid.su2:2: the file has 2 zones; choose one with --zone");
  EXPECT_EQ(zone_error("NDIME= 2\n" + zones, 3), "grid.su2:2: there is no zone 3; the file has 2");
  EXPECT_EQ(zone_error(zones, 3), "grid.su2:1: there is no zone 3; the file has 2");
  EXPECT_EQ(zone_error(square, 2), "grid.su2:3: there is no zone 2; the file has 1");
  EXPECT_EQ(zone_error(with(zones, "IZONE= 2", "IZONE= 4"), 2),
            "grid.su2:38: expected IZONE= 2, found the end of the file");
  EXPECT_EQ(zone_error(with(zones, "NDIME= 2", ""), 1), "grid.su2:22: expected NDIME=, found 'IZONE='");
  EXPECT_EQ(zone_error(with(zones, "NMARK= 2", "NMARK= 4"), 1),
            "grid.su2:22: expected 4 markers (NMARK=), found 2");
  EXPECT_EQ(zone_error(with(zones, "NMARK= 1", "NMARK= 4"), 2),
            "grid.su2:38: expected 4 markers (NMARK=), found 1");
  EXPECT_EQ(zone_error(with(zones, "MARKER_ELEMS= 2\n3 2 3\n3 3 0\n", "MARKER_ELEMS= 3\n3 2 3\n3 3 0\n"), 1),
            "grid.su2:22: expected a boundary element type (an integer from 0 to 9223372036854775807), found "
            "'IZONE='");
  EXPECT_EQ(
      zone_error(with(zones, "NZONE= 2", "NZONE= two"), 1),
      "grid.su2:1: expected the number of zones (an integer from 1 to 9223372036854775807), found 'two'");
}

TEST(ReadSu2, RefusesBlocksThatOccurTwiceOrAreMissing) {
  EXPECT_EQ(error(square + "NPOIN= 4\n"), "grid.su2:20: NPOIN= occurs twice");
  EXPECT_EQ(error(square + "NELEM= 2\n"), "grid.su2:20: NELEM= occurs twice");
  EXPECT_EQ(error(square + "NDIME= 3\n"),
            "grid.su2:20: expected the dimension (an integer from 2 to 2), found '3'");
  EXPECT_EQ(error(square + "MARKER_TAG= wall\n"), "grid.su2:20: marker wall occurs twice");
  EXPECT_EQ(error(square + "MARKER_TAG= inflow\n"),
            "grid.su2:21: expected MARKER_ELEMS=, found the end of the file");
  EXPECT_EQ(error(square + "MARKER_ELEMS= 0\n"),
            "grid.su2:20: this MARKER_ELEMS= has no MARKER_TAG= before it");
  EXPECT_EQ(error(with(square, "NMARK= 2", "NMARK= 3")), "grid.su2:20: expected 3 markers (NMARK=), found 2");
}

TEST(ReadSu2, RefusesTruncatedFiles) { expect_no_beginning_is_read(read_su2, square); }

TEST(ReadSu2, NamesTheLineOfACellThatIsWrong) {
  EXPECT_EQ(error(with(square, "5 0 1 2 0", "5 0 1 4 0")),
            "grid.su2:4: this triangle names vertex 4, but the vertices are 0 to 3");
  EXPECT_EQ(error(with(square, "5 0 1 2 0", "5 0 1 1 0")),
            "grid.su2:4: this triangle names one of its vertices twice");
  EXPECT_EQ(error(with(square, "1 1 2\n", "2 0 2\n")), "grid.su2:4: this triangle has no area");
  EXPECT_EQ(error(with(tetrahedron, "0 0 1\n", "1 1 0\n")), "grid.su2:8: this tetrahedron has no volume");
}

TEST(ReadSu2, NamesTheLineOfABoundaryElementThatIsWrong) {
  EXPECT_EQ(error(with(square, "3 1 0 0", "3 1 9 0")),
            "grid.su2:14: this boundary face names vertex 9, but the vertices are 0 to 3");
  EXPECT_EQ(error(with(square, "3 1 0 0", "3 1 3 0")),
            "grid.su2:14: this boundary face of the marker wall is the side of no cell; remove it, or join "
            "points that are listed twice");
  EXPECT_EQ(
      error(with(square, "3 1 0 0", "3 2 1 0")),
      "grid.su2:15: this boundary face of the marker wall is listed twice (first: line 14, marker wall); "
      "list it once");
  EXPECT_EQ(error(with(square, "3 3 0\n", "3 1 0\n")),
            "grid.su2:19: this boundary face of the marker outflow is listed twice (first: line 14, marker "
            "wall); list it once");
}

TEST(ReadSu2, CountsSidesWithoutMarkerAndShowsOne) {
  EXPECT_EQ(error(with(with(square, "MARKER_ELEMS= 2", "MARKER_ELEMS= 0"), "3 1 0 0\n3 1 2 1\n", "")),
            "grid.su2:4: sides on the boundary without a marker: 2, such as the side (0, 0), (1, 0) of "
            "this triangle; give each a marker");
}

// Two squares side by side, each with its own points at the side between them.
const std::string two_squares = R"(NDIME= 2
NELEM= 2
9 0 1 2 3
9 4 5 6 7
NPOIN= 8
0 0
1 0
1 1
0 1
1 -0
2 0
2 1
1 1
NMARK= 1
MARKER_TAG= wall
MARKER_ELEMS= 6
3 0 1
3 2 3
3 3 0
3 4 5
3 5 6
3 6 7
)";

// A square beside two of half its size: the point (1, 0.5) hangs on its right side.
const std::string hanging_node = R"(NDIME= 2
NELEM= 3
9 0 1 2 3
9 1 4 5 6
9 6 5 7 2
NPOIN= 8
0 0
1 0
1 1
0 1
2 0
2 .5
1 .5
2 1
NMARK= 1
MARKER_TAG= wall
MARKER_ELEMS= 7
3 0 1
3 2 3
3 3 0
3 1 4
3 4 5
3 5 7
3 7 2
)";

TEST(ReadSu2, NamesPointsThatAreListedTwice) {
  EXPECT_EQ(
      error(two_squares),
      "grid.su2:3: sides on the boundary without a marker: 2, such as the side (1, 0), (1, 1) of this "
      "quadrilateral; the point (1, 0) is listed twice, which cuts the mesh there; list each point once");
}

TEST(ReadSu2, NamesPointsThatHangOnASide) {
  EXPECT_EQ(
      error(hanging_node),
      "grid.su2:3: sides on the boundary without a marker: 3, such as the side (1, 0), (1, 1) of this "
      "quadrilateral; the point (1, 0.5) hangs on the edge from (1, 0) to (1, 1); cut all cells at this "
      "edge there");
}

TEST(ReadSu2, LeavesOutMarkersBetweenTwoCells) {
  const Mesh mesh =
      read(with(square, "NMARK= 2\n", "NMARK= 3\nMARKER_TAG= acoustic\nMARKER_ELEMS= 1\n3 2 0\n"));
  EXPECT_EQ(mesh.boundary, (std::vector<BoundaryFace>{{{0, 1}, 1}, {{1, 2}, 1}, {{2, 3}, 2}, {{3, 0}, 2}}));
  EXPECT_EQ(inner_faces_in_words(mesh), "1 boundary face between two cells is left out: acoustic");
}

TEST(ReadSu2, ReadsNumbersAsFortranWritesThem) {
  const Mesh mesh = read(with(square, "1 1 2\n0 1 3\n", "1.0D+00 0.1d1 2\n-0.12-105 +1. 3\n"));
  EXPECT_EQ(mesh.points[2], (Point{1, 1, 0}));
  EXPECT_EQ(mesh.points[3], (Point{-0.12e-105, 1, 0}));
  EXPECT_EQ(read(with(square, "0 1 3\n", "-1.0e-400 1 3\n")).points, read(square).points);
}

}  // namespace
}  // namespace partita::mesh::su2_test
