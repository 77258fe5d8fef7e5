// METIS's graph format: a header `vertices edges [format [constraints]]`, then one line per vertex with its
// neighbours, counted from 1; `%` begins a comment line. The digits of `format` announce weights, which are
// skipped: the hundreds a size and the tens `constraints` weights before the neighbours, the ones a weight
// after each neighbour. Every edge appears in the lines of both of its ends.
//
// A rank checks its vertices' edges to vertices of other ranks by a question to their owners.
#include <algorithm>
#include <span>

#include <partita/inspector/remap.hpp>
#include <partita/mesh/consecutive_shares.hpp>
#include <partita/mesh/read_draft.hpp>
#include <partita/mesh/read_slices.hpp>
#include <partita/mesh/vertex_graph.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/error.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/text_scanner.hpp>

namespace partita::mesh {
namespace {

struct Header {
  std::int64_t vertices = 0, edges = 0;  // no vertices: the header is not read yet
  std::int64_t numbers_before = 0;       // sizes and weights in front of the neighbours
  bool edge_weights = false;
};

struct GraphShare : VertexGraph<global_index> {  // neighbours ascend
  std::vector<std::int64_t> lines;               // of each vertex
};

Header read_header(TextScanner& line) {
  Header header;
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

void read_vertex(TextScanner& line, const Header& header, global_index v, GraphShare& graph) {
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
  graph.first.push_back(static_cast<global_index>(graph.neighbours.size()));
}

struct GraphFormat {
  struct State {
    Header header;
    std::int64_t done = 0;  // vertices
  };
  using Share = mesh::GraphShare;
  static constexpr LineRule rule = LineRule::comment;

  void pass(Lines& lines, State& now, SharesRead<GraphFormat>* read) const {
    TextScanner line = lines.rest();
    if (now.header.vertices == 0) {
      if (!lines.next(line)) return;
      now.header = read_header(line);
    }
    const std::int64_t here = std::min(now.header.vertices - now.done, lines.left());
    if (read == nullptr) {
      lines.pass_over(here);
      now.done += here;
    } else {
      Share& graph = read->share;
      if (graph.first.empty()) graph.first = {0};
      graph.lines.reserve(graph.lines.size() + here);
      graph.first.reserve(graph.first.size() + here);
      lines.each(here, [&](TextScanner& vertex) { read_vertex(vertex, now.header, now.done++, graph); });
    }
    while (lines.next(line)) line.end_of_line();
  }

  void finish(TextScanner end, const State& now) const {
    if (now.header.vertices == 0) end.fail_expected("the number of vertices");
    if (now.done < now.header.vertices)
      end.fail("expected ", now.header.vertices, " lines of vertices, found ", now.done,
               " before the end of the file");
  }
};

// For each vertex a of this rank and each of its neighbours b of another rank, the line of b if a is no
// neighbour of b, else 0.
std::vector<std::int64_t> lines_that_lack(const GraphShare& graph, const ConsecutiveShares& vertices) {
  std::vector<Edge> pairs;
  for (std::size_t v = 0; v < graph.lines.size(); ++v)
    for (const global_index b : graph.of(v))
      if (!vertices.is_mine(b)) pairs.push_back({vertices.begin() + static_cast<global_index>(v), b});
  const Remap remap(vertices.comm(), pairs, [&](const Edge& pair) { return vertices.owner(pair[1]); });
  std::vector<std::int64_t> lacking;
  for (const auto& [a, b] : remap.forward(pairs)) {
    const auto v = static_cast<std::size_t>(b - vertices.begin());
    lacking.push_back(std::ranges::binary_search(graph.of(v), a) ? 0 : graph.lines[v]);
  }
  return remap.backward(lacking);
}

}  // namespace

Draft metis_graph_draft(const MeshSource& source) {
  const auto read = read_slices(source, GraphFormat());
  const GraphShare& graph = read.share;
  const Header& header = read.whole.header;
  const Communicator& comm = source.comm;
  const ConsecutiveShares vertices(comm, graph.lines.size());
  const std::vector<std::int64_t> lacking = lines_that_lack(graph, vertices);

  Draft draft;
  draft.origin.path = source.path;
  Mesh& mesh = draft.mesh;
  mesh.vertices = header.vertices;
  mesh.edges.reserve(graph.neighbours.size() / 2);
  collectively(comm, [&] {
    auto next_lacking = lacking.begin();
    for (std::size_t v = 0; v < graph.lines.size(); ++v) {
      const global_index a = vertices.begin() + static_cast<global_index>(v);
      for (const global_index b : graph.of(v)) {
        const auto w = static_cast<std::size_t>(b - vertices.begin());
        const std::int64_t line = !vertices.is_mine(b)                         ? *next_lacking++
                                  : std::ranges::binary_search(graph.of(w), a) ? 0
                                                                               : graph.lines[w];
        if (line > 0)
          throw Error(place(source.path, false, graph.lines[v]), "vertex ", a + 1, " has the neighbour ",
                      b + 1, ", but ", b + 1, " (line ", line, ") has no neighbour ", a + 1);
        if (a < b) mesh.edges.push_back({a, b});
      }
    }
  });
  const std::int64_t edges = sum(comm, std::ssize(mesh.edges));
  if (edges != header.edges)
    throw CollectiveError(source.path, ": the header announces ", header.edges, " edges, found ", edges);
  return draft;
}

}  // namespace partita::mesh
