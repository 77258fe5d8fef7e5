// METIS's graph format: a header `vertices edges [format [constraints]]`, then one line per vertex with its
// neighbours, counted from 1; `%` begins a comment line. The digits of `format` announce weights, which are
// skipped: the hundreds a size and the tens `constraints` weights before the neighbours, the ones a weight
// after each neighbour. Every edge appears in the lines of both of its ends.
#include <algorithm>
#include <span>

#include <partita/mesh/read_draft.hpp>
#include <partita/mesh/vertex_graph.hpp>
#include <partita/support/error.hpp>
#include <partita/support/text_scanner.hpp>

namespace partita::mesh {
namespace {

struct Header {
  std::int64_t vertices, edges;
  std::int64_t numbers_before = 0;  // sizes and weights in front of the neighbours
  bool edge_weights = false;
};

// Moves to the next line that is not a comment; a blank line is a vertex without neighbours. False at the end
// of the file.
bool skip_comments(TextScanner& file) {
  while (TextScanner(file).line().until("%") == "") file.line();
  return file.bytes_left() > 0;
}

Header read_header(TextScanner& file) {
  skip_comments(file);
  TextScanner line = file.line();
  Header header{};
  header.vertices = line.integer("the number of vertices", 1);
  header.edges = line.integer("the number of edges");
  line.require(header.vertices, "lines of vertices", 1);
  if (line.at_end()) return header;

  const std::int64_t format = line.integer("the format", 0, 111);
  const std::int64_t sizes = format / 100, weights = format / 10 % 10, edge_weights = format % 10;
  if (sizes > 1 || weights > 1 || edge_weights > 1) line.fail("the digits of the format must be 0 or 1");
  const std::int64_t constraints = line.at_end() ? 1 : line.integer("the number of constraints", 1, 1 << 20);
  header.numbers_before = sizes + weights * constraints;
  header.edge_weights = edge_weights == 1;
  line.end_of_line();
  return header;
}

struct Graph : VertexGraph<global_index> {  // neighbours ascend
  std::vector<std::int64_t> lines;          // of each vertex
};

void read_vertex(TextScanner& line, const Header& header, Graph& graph) {
  const auto v = std::ssize(graph.lines);
  graph.lines.push_back(line.position());
  for (std::int64_t k = 0; k < header.numbers_before; ++k) line.integer("a vertex weight");
  while (!line.at_end()) {
    const global_index neighbour = line.integer("a neighbour", 1, header.vertices) - 1;
    if (neighbour == v) line.fail("vertex ", v + 1, " is its own neighbour");
    if (header.edge_weights) line.integer("an edge weight");
    graph.neighbours.push_back(neighbour);
  }
  const std::span list = std::span(graph.neighbours).subspan(graph.first.back());
  std::ranges::sort(list);
  if (const auto twice = std::ranges::adjacent_find(list); twice != list.end())
    line.fail("vertex ", v + 1, " has the neighbour ", *twice + 1, " twice");
  graph.first.push_back(graph.neighbours.size());
}

}  // namespace

Draft metis_graph_draft(std::string_view text, const std::string& path) {
  TextScanner file(text, path);
  const Header header = read_header(file);
  Graph graph;
  graph.first = {0};
  graph.lines.reserve(header.vertices);
  graph.first.reserve(header.vertices + 1);
  for (global_index v = 0; v < header.vertices; ++v) {
    if (!skip_comments(file)) file.record("lines of vertices", v, header.vertices);
    TextScanner line = file.line();
    read_vertex(line, header, graph);
  }
  while (skip_comments(file)) file.line().end_of_line();

  Mesh mesh;
  mesh.vertices = header.vertices;
  for (global_index a = 0; a < mesh.vertices; ++a)
    for (const global_index b : graph.of(a)) {
      if (!std::ranges::binary_search(graph.of(b), a))
        throw Error(place(path, false, graph.lines[a]), "vertex ", a + 1, " has the neighbour ", b + 1,
                    ", but ", b + 1, " (line ", graph.lines[b], ") has no neighbour ", a + 1);
      if (a < b) mesh.edges.push_back({a, b});
    }
  if (std::ssize(mesh.edges) != header.edges)
    throw Error(path, ": the header announces ", header.edges, " edges, found ", mesh.edges.size());
  return {std::move(mesh), {}};
}

}  // namespace partita::mesh
