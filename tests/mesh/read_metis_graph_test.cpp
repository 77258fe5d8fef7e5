#include "tests/mesh/reader_test.hpp"

namespace partita::mesh::metis_graph_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr auto read = read_text<metis_graph_draft>;
std::string error(const std::string& text) { return error_of(read, text, "g.graph"); }

TEST(ReadMetisGraph, GivesVerticesAndEdgesOnly) {
  const Mesh mesh = read("% a path and a lonely vertex\n4 2\n2\n1 3\n% in between\n2\n\n", "g.graph");
  EXPECT_EQ(mesh.vertices, 4);
  EXPECT_THAT(mesh.edges, ElementsAre(Edge{0, 1}, Edge{1, 2}));
  EXPECT_THAT(mesh.points, IsEmpty());
  EXPECT_THAT(mesh.cells, IsEmpty());
}

TEST(ReadMetisGraph, PassesOverWeights) {
  for (const char* weighted : {"2 1 1\n2 7\n1 7\n", "2 1 10\n5 2\n6 1\n", "2 1 011 2\n5 5 2 7\n6 6 1 7\n",
                               "2 1 100\n9 2\n9 1\n", "2 1 111 1\n9 5 2 7\n9 6 1 7\n", "2 1 000\n2\n1\n"})
    EXPECT_THAT(read(weighted, "g.graph").edges, ElementsAre(Edge{0, 1})) << weighted;
}

TEST(ReadMetisGraph, RefusesOtherFiles) {
  EXPECT_EQ(error(""), "g.graph: the file is empty");
  EXPECT_EQ(error("% nothing\n"), "g.graph:2: expected the number of vertices, found the end of the file");
  EXPECT_EQ(
      error("0 0\n"),
      "g.graph:1: expected the number of vertices (an integer from 1 to 9223372036854775807), found '0'");
  EXPECT_EQ(error("2 1 2\n2\n1\n"), "g.graph:1: the digits of the format must be 0 or 1");
  EXPECT_EQ(error("2 1 1 1 1\n2\n1\n"), "g.graph:1: expected the end of the line, found '1'");
  EXPECT_EQ(error("2 1\n2\nx\n"), "g.graph:3: expected a neighbour (an integer from 1 to 2), found 'x'");
  EXPECT_EQ(error("2 1\n2\n3\n"), "g.graph:3: expected a neighbour (an integer from 1 to 2), found '3'");
  EXPECT_EQ(error("2 1 1\n2 7\n1\n"), "g.graph:3: expected an edge weight, found the end of the line");
}

TEST(ReadMetisGraph, RefusesWrongHeaders) {
  EXPECT_EQ(error("1000000000000 1\n2\n1\n"),
            "g.graph:1: expected 1000000000000 lines of vertices, but only 5 bytes are left in the file");
  EXPECT_EQ(error("3 1\n2\n1\n"),
            "g.graph:4: expected 3 lines of vertices, found 2 before the end of the file");
  EXPECT_EQ(error("2 5\n2\n1\n"), "g.graph: the header announces 5 edges, found 1");
  EXPECT_EQ(error("2 1\n2\n1\n\n3\n"), "g.graph:5: expected the end of the line, found '3'");
}

TEST(ReadMetisGraph, RefusesGraphsThatAreNotSymmetricAndSimple) {
  EXPECT_EQ(error("3 2\n2 3\n1\n\n"),
            "g.graph:2: vertex 1 has the neighbour 3, but 3 (line 4) has no neighbour 1");
  EXPECT_EQ(error("2 1\n1 2\n1\n"), "g.graph:2: vertex 1 is its own neighbour");
  EXPECT_EQ(error("2 1\n2 2\n1\n"), "g.graph:2: vertex 1 has the neighbour 2 twice");
}

TEST(ReadMetisGraph, RefusesTruncatedFiles) { expect_no_beginning_is_read(read, "3 3\n2 3\n1 3\n1 2\n"); }

}  // namespace
}  // namespace partita::mesh::metis_graph_test
