// The text grids of OP2's airfoil benchmark: numbers only, all counted from 0.
//
//   points cells edges boundary-edges
//   x y                      of each point
//   v v v v                  corners of each quadrilateral
//   v v c c                  end points of each inner edge, and the cells at its two sides
//   v v c bound              the same for each boundary edge; bound is 1 at the wall, 2 at the far field
//
// The grid's generator closes an O or H grid by coincident points. The reader merges them: all cells use the
// first one, and complete() drops the others.
#include <algorithm>
#include <numeric>
#include <span>

#include <partita/mesh/read_draft.hpp>
#include <partita/support/error.hpp>
#include <partita/support/text_scanner.hpp>

namespace partita::mesh {
namespace {

// For each point, the first one with the same coordinates.
std::vector<global_index> first_of_same(const std::vector<Point>& points) {
  std::vector<global_index> order(points.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, [&](global_index a, global_index b) {
    return points[a] != points[b] ? points[a] < points[b] : a < b;
  });
  std::vector<global_index> first(points.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    first[order[i]] = i > 0 && points[order[i]] == points[order[i - 1]] ? first[order[i - 1]] : order[i];
  return first;
}

class Reader {
 public:
  Reader(std::string_view text, const std::string& path) : file_(text, path) { origin_.path = path; }

  Draft read() {
    const std::int64_t points = file_.count("points", 4), cells = file_.count("cells", 8);
    const std::int64_t edges = file_.count("edges", 8), boundary_edges = file_.count("boundary edges", 8);
    read_points(points);
    read_cells(cells);
    file_.each("edges", edges, [&](std::int64_t) {
      const Edge edge = read_edge();
      check_at_cell(edge);
      check_at_cell(edge);
    });
    file_.each("boundary edges", boundary_edges, [&](std::int64_t line) {
      origin_.boundary.push_back(line);
      const Edge edge = read_edge();
      check_at_cell(edge);
      const std::int64_t bound = file_.integer("a boundary condition", 1, 2);
      mesh_.boundary.push_back({{edge[0], edge[1], -1}, static_cast<int>(bound - 1)});
    });
    if (!file_.at_end()) file_.fail_expected("the end of the file");

    mesh_.markers = {"airfoil", "farfield"};
    // Each inner edge is the side of two cells.
    if (4 * cells - boundary_edges != 2 * edges)
      throw Error(origin_.at(1), "the header announces ", edges, " inner edges, but the cells have ",
                  (4 * cells - boundary_edges) / 2);
    return {std::move(mesh_), std::move(origin_)};
  }

 private:
  void read_points(std::int64_t points) {
    mesh_.points.reserve(points);
    origin_.points.reserve(points);
    file_.each("points", points, [&](std::int64_t line) {
      origin_.points.push_back(line);
      const double x = file_.number("a coordinate");
      mesh_.points.push_back({x, file_.number("a coordinate"), 0});
    });
    weld_ = first_of_same(mesh_.points);
    for (std::int64_t i = 0; i < points; ++i) mesh_.welded_points += weld_[i] != i;
  }

  void read_cells(std::int64_t cells) {
    mesh_.cells.assign(cells, CellType::quadrilateral);
    mesh_.cell_vertices.reserve(4 * cells);
    origin_.cells.reserve(cells);
    file_.each("cells", cells, [&](std::int64_t line) {
      origin_.cells.push_back(line);
      for (int k = 0; k < 4; ++k) mesh_.cell_vertices.push_back(vertex());
    });
  }

  global_index vertex() { return weld_[file_.integer("a vertex", 0, std::ssize(weld_) - 1)]; }

  Edge read_edge() {
    const global_index a = vertex();
    return {a, vertex()};
  }

  // Reads the number of a cell, which must have both end points of the edge.
  void check_at_cell(const Edge& edge) {
    const std::int64_t cell = file_.integer("a cell", 0, std::ssize(mesh_.cells) - 1);
    const std::span corners(mesh_.cell_vertices.data() + 4 * cell, 4);
    if (std::ranges::count(corners, edge[0]) == 0 || std::ranges::count(corners, edge[1]) == 0)
      file_.fail("this edge does not lie at cell ", cell);
  }

  TextScanner file_;
  Mesh mesh_;
  Origin origin_;
  std::vector<global_index> weld_;
};

}  // namespace

Draft op2_draft(std::string_view text, const std::string& path) { return Reader(text, path).read(); }

}  // namespace partita::mesh
