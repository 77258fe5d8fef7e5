#include <bit>
#include <limits>

#include "tests/mesh/gmsh_writer.hpp"
#include "tests/mesh/reader_test.hpp"

namespace partita::mesh::gmsh_test {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::StartsWith;

Mesh read(const std::string& text) { return read_gmsh(text, "grid.msh"); }
std::string error(const std::string& text) { return error_of(read_gmsh, text, "grid.msh"); }

// The unit square in two triangles; the second is clockwise. Tags are sparse and unordered; node 5 is the
// unused centre of an arc. The lower side is the group "the wall". The right and upper sides are group 8,
// which has no name. The left side is entity 14, in no group.
const std::string square_22 = R"($MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
2
1 3 "the wall"
2 6 "gas"
$EndPhysicalNames
$Nodes
5
30 0 0 0
10 1 0 0
5 0.5 0.5 0
400 1 1 0
20 0 1 0
$EndNodes
$Elements
7
1 15 2 0 1 30
2 1 2 3 11 30 10
3 1 2 8 12 400 10
4 1 2 8 13 400 20
5 1 2 0 14 20 30
6 2 2 6 1 30 10 400
7 2 4 6 1 1 0 30 20 400
$EndElements
)";

const std::string square_41 = R"($MeshFormat
4.1 0 8
$EndMeshFormat
$Comments
made by hand
$EndComments
$PhysicalNames
2
1 3 "the wall"
2 6 "gas"
$EndPhysicalNames
$Entities
1 4 1 0
1 0 0 0 0
11 0 0 0 1 0 0 1 3 2 1 -2
12 1 0 0 1 1 0 1 -8 2 2 -3
13 0 1 0 1 1 0 2 8 9 0
14 0 0 0 0 1 0 0 0
1 0 0 0 1 1 0 1 6 4 11 12 13 14
$EndEntities
$Nodes
2 5 5 400
1 11 1 2
30
10
0 0 0 0.25
1 0 0 0.75
2 1 0 3
5
400
20
0.5 0.5 0
1 1 0
0 1 0
$EndNodes
$Elements
6 7 1 7
0 1 15 1
1 30
1 11 1 1
2 30 10
1 12 1 1
3 400 10
1 13 1 1
4 400 20
1 14 1 1
5 20 30
2 1 2 2
6 30 10 400
7 30 20 400
$EndElements
)";

GmshWriter header(std::endian order, const std::string& version) {
  GmshWriter out(order);
  out.format(version);
  return out.words("$PhysicalNames\n2\n1 3 \"the wall\"\n2 6 \"gas\"\n$EndPhysicalNames\n");
}

std::string binary_22(std::endian order) {
  GmshWriter out = header(order, "2.2");
  out.words("$Nodes\n5\n");
  out.ints({30}).doubles({0, 0, 0}).ints({10}).doubles({1, 0, 0}).ints({5}).doubles({0.5, 0.5, 0});
  out.ints({400}).doubles({1, 1, 0}).ints({20}).doubles({0, 1, 0});
  out.words("\n$EndNodes\n$Elements\n7\n");
  out.ints({15, 1, 2, /**/ 1, 0, 1, 30});
  out.ints({1,  4,      2, /**/ 2, 3,   11, 30,     10, /**/ 3, 8,  12, 400,
            10, /**/ 4, 8, 13,     400, 20, /**/ 5, 0,  14,     20, 30});
  out.ints({2, 1, 2, /**/ 6, 6, 1, 30, 10, 400});
  out.ints({2, 1, 4, /**/ 7, 6, 1, 1, 0, 30, 20, 400});
  return out.words("\n$EndElements\n").text();
}

std::string binary_41(std::endian order) {
  GmshWriter out = header(order, "4.1");
  out.words("$Entities\n").sizes({1, 4, 1, 0});
  out.ints({1}).doubles({0, 0, 0}).sizes({0});
  const auto box = {0., 0., 0., 1., 1., 0.};
  out.ints({11}).doubles(box).sizes({1}).ints({3}).sizes({2}).ints({1, -2});
  out.ints({12}).doubles(box).sizes({1}).ints({-8}).sizes({2}).ints({2, -3});
  out.ints({13}).doubles(box).sizes({2}).ints({8, 9}).sizes({0});
  out.ints({14}).doubles(box).sizes({0}).sizes({0});
  out.ints({1}).doubles(box).sizes({1}).ints({6}).sizes({4}).ints({11, 12, 13, 14});
  out.words("\n$EndEntities\n$Nodes\n").sizes({2, 5, 5, 400});
  out.ints({1, 11, 1}).sizes({2, 30, 10}).doubles({0, 0, 0, 0.25}).doubles({1, 0, 0, 0.75});
  out.ints({2, 1, 0}).sizes({3, 5, 400, 20}).doubles({0.5, 0.5, 0}).doubles({1, 1, 0}).doubles({0, 1, 0});
  out.words("\n$EndNodes\n$Elements\n").sizes({6, 7, 1, 7});
  out.ints({0, 1, 15}).sizes({1, /**/ 1, 30});
  out.ints({1, 11, 1}).sizes({1, /**/ 2, 30, 10});
  out.ints({1, 12, 1}).sizes({1, /**/ 3, 400, 10});
  out.ints({1, 13, 1}).sizes({1, /**/ 4, 400, 20});
  out.ints({1, 14, 1}).sizes({1, /**/ 5, 20, 30});
  out.ints({2, 1, 2}).sizes({2, /**/ 6, 30, 10, 400, /**/ 7, 30, 20, 400});
  return out.words("\n$EndElements\n").text();
}

struct Form {
  const char* name;
  std::string text;
};

class ReadGmshInEveryForm : public testing::TestWithParam<Form> {};

INSTANTIATE_TEST_SUITE_P(, ReadGmshInEveryForm,
                         testing::Values(Form{"ascii_22", square_22}, Form{"ascii_41", square_41},
                                         Form{"little_22", binary_22(std::endian::little)},
                                         Form{"little_41", binary_41(std::endian::little)},
                                         Form{"big_22", binary_22(std::endian::big)},
                                         Form{"big_41", binary_41(std::endian::big)}),
                         [](const auto& form) { return form.param.name; });

TEST_P(ReadGmshInEveryForm, GivesTheSameMesh) {
  const Mesh mesh = read(GetParam().text);
  EXPECT_EQ(mesh.dimension, 2);
  EXPECT_EQ(mesh.vertices, 4);
  EXPECT_THAT(mesh.points, ElementsAre(Point{0, 0, 0}, Point{1, 0, 0}, Point{1, 1, 0}, Point{0, 1, 0}));
  EXPECT_THAT(mesh.cells, ElementsAre(CellType::triangle, CellType::triangle));
  EXPECT_THAT(mesh.cell_vertices, ElementsAre(0, 1, 2, 0, 2, 3));
  EXPECT_THAT(mesh.markers, ElementsAre("the wall", "8", "14"));
  EXPECT_THAT(mesh.boundary, ElementsAre(BoundaryFace{{0, 1, -1}, 0}, BoundaryFace{{1, 2, -1}, 1},
                                         BoundaryFace{{2, 3, -1}, 1}, BoundaryFace{{3, 0, -1}, 2}));
  EXPECT_THAT(mesh.edges, ElementsAre(Edge{0, 1}, Edge{0, 2}, Edge{0, 3}, Edge{1, 2}, Edge{2, 3}));
}

TEST_P(ReadGmshInEveryForm, RefusesTruncatedFiles) {
  expect_no_beginning_is_read(read_gmsh, GetParam().text);
}

TEST_P(ReadGmshInEveryForm, BeginsWithSectionsThatItDoesNotKnow) {
  const Mesh mesh = read("$Comments\nmade by hand\n$EndComments\n" + GetParam().text);
  EXPECT_EQ(mesh.boundary, read(GetParam().text).boundary);
  EXPECT_EQ(error(with("$Comments\nmade by hand\n$EndComments\n" + GetParam().text, " 8\n", " 4\n")),
            "grid.msh:5: expected the size of a number in bytes (an integer from 8 to 8), found '4'");
}

TEST(ReadGmsh, ReadsEveryVersion2) {
  for (const char* version : {"2", "2.0", "2.1"}) {
    EXPECT_EQ(read(with(square_22, "2.2", version)).boundary, read(square_22).boundary);
    EXPECT_EQ(read(with(binary_22(std::endian::big), "2.2", version)).boundary, read(square_22).boundary);
  }
}

// Format 2 lists an element once for each of its groups.
TEST(ReadGmsh, TakesElementsInSeveralGroupsOnce) {
  const std::string twice =
      with(with(with(square_22, "$Elements\n7", "$Elements\n10"), "2\n1 3 \"the wall\"",
                "3\n1 9 \"warm\"\n1 3 \"the wall\""),
           "$EndElements", "8 1 2 9 11 30 10\n9 2 2 5 1 30 10 400\n10 2 2 5 1 30 20 400\n$EndElements");
  const Mesh mesh = read(twice);
  EXPECT_EQ(mesh.cells, read(square_22).cells);
  EXPECT_EQ(mesh.boundary, read(square_22).boundary);
  EXPECT_THAT(mesh.markers, ElementsAre("the wall+warm", "8", "14"));
  EXPECT_EQ(error(with(with(square_22, "$Elements\n7", "$Elements\n8"), "$EndElements",
                       "8 2 2 6 1 30 10 400\n$EndElements")),
            "grid.msh:26: this triangle is listed twice (first: line 24); list it once")
      << "in one group";
}

TEST(ReadGmsh, ReadsQuadrilaterals) {
  const Mesh mesh = read(with(with(square_22, "$Elements\n7", "$Elements\n6"),
                              "6 2 2 6 1 30 10 400\n7 2 4 6 1 1 0 30 20 400", "6 3 2 6 1 30 20 400 10"));
  EXPECT_THAT(mesh.cells, ElementsAre(CellType::quadrilateral));
  EXPECT_THAT(mesh.cell_vertices, ElementsAre(0, 1, 2, 3));
}

const std::string tetrahedron = R"($MeshFormat
2.2 0 8
$EndMeshFormat
$Nodes
4
1 0 0 0
2 1 0 0
3 0 1 0
4 0 0 1
$EndNodes
$Elements
6
1 1 2 7 7 1 2
2 2 2 7 1 1 2 3
3 2 2 7 2 1 2 4
4 2 2 7 3 1 3 4
5 2 2 0 4 2 3 4
6 4 2 7 1 1 2 3 4
$EndElements
)";

TEST(ReadGmsh, TakesTheHighestDimensionForCellsAndTheNextForTheBoundary) {
  const Mesh mesh = read(tetrahedron);
  EXPECT_EQ(mesh.dimension, 3);
  EXPECT_THAT(mesh.cells, ElementsAre(CellType::tetrahedron));
  EXPECT_THAT(faces_by_marker(mesh), ElementsAre(std::pair("4", 1), std::pair("7", 3)));
}

TEST(ReadGmsh, ReadsHugeTags) {
  std::string huge = square_41;
  for (const char* line : {"5 400\n", "\n400\n", "3 400 10", "4 400 20", "10 400\n", "20 400\n"})
    huge = with(huge, line, with(line, "400", "9000000000000000000"));
  EXPECT_EQ(read(huge).vertices, 4);
}

TEST(ReadGmsh, RefusesOtherFiles) {
  EXPECT_EQ(error(""), "grid.msh: the file is empty");
  EXPECT_EQ(
      error("(0 \"Fluent\")\n"),
      "grid.msh:1: this is a mesh of Fluent, whose files end with .msh, too; convert it to Gmsh or SU2");
  EXPECT_EQ(error("Point(1) = {0, 0, 0};\n"), "grid.msh:1: expected $MeshFormat, found 'Point(1)'");
  EXPECT_EQ(error(with(square_22, "2.2", "4")),
            "grid.msh:2: Gmsh format '4' is not read; save the mesh as version 4.1 or 2.2");
  EXPECT_EQ(error("$NOD\n1\n1 0 0 0\n$ENDNOD\n"),
            "grid.msh:1: Gmsh format '1' is not read; save the mesh as version 4.1 or 2.2");
  EXPECT_EQ(error("$Comments\n$EndComments\n$Nodes\n0\n"),
            "grid.msh:3: expected $MeshFormat, found '$Nodes'");
  EXPECT_EQ(error(with(square_22, "$Nodes", "$ParametricNodes")),
            "grid.msh:9: nodes with parameters are not read; save the mesh without them "
            "(Mesh.SaveParametric=0)");
  EXPECT_EQ(error(with(square_22, "2.2 0 8", "2.2 0 4")),
            "grid.msh:2: expected the size of a number in bytes (an integer from 8 to 8), found '4'");
  EXPECT_EQ(error(square_22 + "junk\n"), "grid.msh:27: expected a section such as $Nodes, found 'junk'");
  EXPECT_EQ(error(square_22 + "$NodeData\n"), "grid.msh:27: section $NodeData does not end");
  EXPECT_EQ(error(square_22 + "$Nodes\n"), "grid.msh:27: section $Nodes occurs twice");
  EXPECT_EQ(error(square_22 + "$PartitionedEntities\n"),
            "grid.msh:27: a partitioned mesh is not read; save the undivided one");
  EXPECT_EQ(error("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"),
            "grid.msh:4: expected $Nodes, found the end of the file");
  EXPECT_EQ(error(with(square_22, "\"the wall\"", "wall")), "grid.msh:6: expected a name in quotation marks");
}

TEST(ReadGmsh, RefusesInvalidNumbers) {
  EXPECT_EQ(error(with(square_22, "10 1 0 0", "10 1 nan 0")),
            "grid.msh:12: expected a coordinate (a finite number), found 'nan'");
  EXPECT_EQ(error(with(square_22, "10 1 0 0", "10 1 \x02 0")),
            "grid.msh:12: expected a coordinate (a finite number), found '\\x02'");
  EXPECT_EQ(error(with(square_22, "10 1 0 0", "3000000000 1 0 0")),
            "grid.msh:12: expected a node (an integer from 0 to 2147483647), found '3000000000'");
  EXPECT_EQ(error(with(square_41, "\n20\n", "\n20000000000000000000\n")),
            "grid.msh:31: expected a node (an integer from 0 to 9223372036854775807), found "
            "'20000000000000000000'");
}

TEST(ReadGmsh, RefusesWrongHeaders) {
  EXPECT_EQ(error(with(square_22, "$Nodes\n5", "$Nodes\n1000000000000")),
            "grid.msh:10: expected 1000000000000 nodes, but only 213 bytes are left in the file");
  EXPECT_EQ(error(with(square_22, "$Nodes\n5", "$Nodes\n4")), "grid.msh:15: expected $EndNodes, found '20'");
  EXPECT_EQ(error(with(square_22, "$Nodes\n5", "$Nodes\n6")),
            "grid.msh:16: expected a node (an integer from 0 to 2147483647), found '$EndNodes'");
  EXPECT_EQ(error(with(square_41, "2 5 5 400", "2 1000000000000 5 400")),
            "grid.msh:22: expected 1000000000000 nodes, but only 240 bytes are left in the file");
  EXPECT_EQ(error(with(square_41, "2 5 5 400", "2 6 5 400")),
            "grid.msh:34: expected 6 nodes in the blocks, found 5");
  EXPECT_EQ(error(with(square_41, "2 1 0 3", "2 1 0 4")),
            "grid.msh:28: expected the number of nodes in the block (an integer from 0 to 3), found '4'");
}

TEST(ReadGmsh, RefusesElementsByName) {
  EXPECT_EQ(
      error(with(square_22, "6 2 2 6 1 30 10 400", "6 9 2 6 1 30 10 400 1 2 3")),
      "grid.msh:24: element type 9 (quadratic triangle) is not read; mesh with elements of first order");
  EXPECT_EQ(error(with(square_41, "2 1 2 2", "2 1 16 2")),
            "grid.msh:48: element type 16 (quadratic quadrilateral) is not read; mesh with elements of first "
            "order");
  EXPECT_THAT(error(with(tetrahedron, "6 4 2", "6 99 2")),
              StartsWith("grid.msh:18: element type 99 (unknown to "));
}

TEST(ReadGmsh, RefusesNodesThatAreMissingOrListedTwice) {
  EXPECT_EQ(error(with(square_22, "7 2 4 6 1 1 0 30 20 400", "7 2 4 6 1 1 0 30 20 40")),
            "grid.msh:25: this element names node 40, which is not in $Nodes");
  EXPECT_EQ(error(with(square_22, "20 0 1 0", "10 0 1 0")), "grid.msh:15: node 10 is listed twice");
}

TEST(ReadGmsh, RefusesMeshesWithoutCells) {
  EXPECT_EQ(
      error(
          with(square_22, "7\n1 15 2 0 1 30", "1\n1 15 2 0 1 30\n$EndElements\n$Rest").append("$EndRest\n")),
      "grid.msh: there are no cells of two or three dimensions; mesh the surface (gmsh -2) or the volume "
      "(gmsh -3)");
}

TEST(ReadGmsh, RefusesSurfacesOffThePlane) {
  EXPECT_EQ(error(with(square_22, "400 1 1 0", "400 1 1 1")),
            "grid.msh:14: this point lies off the plane z = 0, where a mesh of triangles and quadrilaterals "
            "must lie; turn it there, or give a mesh of the volume");
}

TEST(ReadGmsh, RefusesInvalidBoundaries) {
  EXPECT_EQ(error(with(square_22, "5 1 2 0 14 20 30", "5 1 2 0 14 20 10")),
            "grid.msh:23: this boundary face of the marker 14 is the side of no cell; remove it, or join "
            "points that are listed twice");
  EXPECT_EQ(error(with(square_22, "7\n1 15 2 0 1 30\n2 1 2 3 11 30 10\n", "6\n1 15 2 0 1 30\n")),
            "grid.msh:23: sides on the boundary without a marker: 1, such as the side (0, 0), (1, 0) of this "
            "triangle; give each a marker");
  EXPECT_EQ(error(with(tetrahedron, "5 2 2 0 4 2 3 4", "5 3 2 0 4 2 3 4 1")),
            "grid.msh:17: this boundary face of the marker 4 is the side of no cell; remove it, or join "
            "points that are listed twice");
}

TEST(ReadGmsh, NamesTheByteInBinaryFiles) {
  const std::string start = "$MeshFormat\n2.2 1 8\n";
  EXPECT_EQ(error(start + "12"),
            "grid.msh: byte 20: expected the number 1 (4 bytes), found 2 bytes before the end of the file");
  EXPECT_EQ(error(start + std::string("\2\0\0\0", 4)),
            "grid.msh: byte 20: expected the number 1 in either byte order, found 2");

  const auto nodes = [&](std::initializer_list<double> point) {
    GmshWriter out(std::endian::native);
    out.words(start).ints({1}).words("\n$EndMeshFormat\n$Nodes\n1\n").ints({1}).doubles(point);
    return out.words("\n$EndNodes\n").text();
  };
  EXPECT_EQ(error(nodes({0, std::numeric_limits<double>::infinity(), 0})),
            "grid.msh: byte 61: expected a coordinate (a finite number), found inf");
  EXPECT_EQ(error(nodes({0, 0})), "grid.msh: byte 77: expected $EndNodes, found 'es'");
  EXPECT_EQ(error(nodes({0, 0, 0})), "grid.msh: byte 88: expected $Elements, found the end of the file");
}

// The lower side is in the groups "the wall" and 7, "far".
TEST(ReadGmsh, FacesOfAnEntityInSeveralGroupsHaveTheNamesOfAll) {
  std::string text = square_41;
  const auto replace = [&](const std::string& old, const std::string& by) {
    text.replace(text.find(old), old.size(), by);
  };
  replace("1 3 2 1 -2", "2 3 7 2 1 -2");
  replace("2\n1 3 \"the wall\"", "3\n1 7 \"far\"\n1 3 \"the wall\"");
  EXPECT_THAT(read(text).markers, testing::Contains("the wall+far"));
  EXPECT_THAT(read(text).markers, testing::Not(testing::Contains("the wall")));
}

}  // namespace
}  // namespace partita::mesh::gmsh_test
