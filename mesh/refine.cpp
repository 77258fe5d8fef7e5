// An edge has a home: the rank of its smaller end. Every rank that has a cell or a boundary face at the edge
// asks there. First marks travel to the homes and back, until no rank marks a further edge. Then each home
// numbers and places the points on its marked edges, and answers with the numbers.
#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <tuple>
#include <utility>

#include <partita/inspector/remap.hpp>
#include <partita/mesh/blocks.hpp>
#include <partita/mesh/cell_shapes.hpp>
#include <partita/mesh/consecutive_shares.hpp>
#include <partita/mesh/refine.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/error.hpp>
#include <partita/support/reduce.hpp>

namespace partita::mesh {
namespace {

struct Triangle {
  std::array<global_index, 3> corners;
  global_index part_of;  // cell of the mesh before
  bool is_marked;
  std::size_t longest = 0;                // edge
  std::array<std::size_t, 3> sides = {};  // of each edge: its position in Edges::here

  Edge edge(std::size_t k) const {  // from corner k on
    const auto [a, b] = std::minmax(corners[k], corners[(k + 1) % 3]);
    return {a, b};
  }
};

std::vector<Triangle> triangles_of(const Mesh& mesh, global_index first_cell,
                                   const std::vector<int>& marked) {
  std::vector<Triangle> triangles;
  for_each_cell_of(mesh, [&](std::size_t cell, std::span<const global_index> v) {
    for (std::size_t k = 2; k < v.size(); ++k)
      triangles.push_back(
          {{v[0], v[k - 1], v[k]}, first_cell + static_cast<global_index>(cell), marked[cell] != 0});
  });
  return triangles;
}

Edge edge_of(const BoundaryFace& face) {
  const auto [a, b] = std::minmax(face.vertices[0], face.vertices[1]);
  return {a, b};
}

// The edges of this rank's triangles and faces, and those of which it is the home. Both ascend.
class Edges {
 public:
  // Collective.
  Edges(const ConsecutiveShares& points, const std::vector<Triangle>& triangles, const Mesh& mesh)
      : here_(edges_of(triangles, mesh)),
        to_homes_(points.comm(), here_, [&](const Edge& edge) { return points.owner(edge[0]); }) {
    const std::vector<Edge> asked = to_homes_.forward(here_);
    at_home_ = distinct(asked);
    for (const Edge& edge : asked) asked_.push_back(position(at_home_, edge));
  }

  const std::vector<Edge>& here() const { return here_; }
  const std::vector<Edge>& at_home() const { return at_home_; }
  std::size_t find(const Edge& edge) const { return position(here_, edge); }

  // Of each edge at home: the largest of the ranks' values, which are not negative. Collective.
  std::vector<int> to_homes(const std::vector<int>& here) const {
    std::vector<int> largest(at_home_.size());
    const std::vector<int> arrived = to_homes_.forward(here);
    for (std::size_t k = 0; k < asked_.size(); ++k)
      largest[asked_[k]] = std::max(largest[asked_[k]], arrived[k]);
    return largest;
  }

  // Of each edge here: its value at home. Collective.
  template <class T>
  std::vector<T> from_homes(const std::vector<T>& at_home) const {
    std::vector<T> answers;
    for (const std::size_t edge : asked_) answers.push_back(at_home[edge]);
    return to_homes_.backward(answers);
  }

 private:
  static std::vector<Edge> edges_of(const std::vector<Triangle>& triangles, const Mesh& mesh) {
    std::vector<Edge> edges;
    for (const Triangle& triangle : triangles)
      for (std::size_t k = 0; k < 3; ++k) edges.push_back(triangle.edge(k));
    for (const BoundaryFace& face : mesh.boundary) edges.push_back(edge_of(face));
    return distinct(std::move(edges));
  }

  static std::vector<Edge> distinct(std::vector<Edge> edges) {
    std::ranges::sort(edges);
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    return edges;
  }

  static std::size_t position(const std::vector<Edge>& edges, const Edge& edge) {
    return static_cast<std::size_t>(std::ranges::lower_bound(edges, edge) - edges.begin());
  }

  std::vector<Edge> here_, at_home_;
  Remap to_homes_;
  std::vector<std::size_t> asked_;  // for each edge that a rank has: its place at home
};

// Finds each triangle's longest edge. Of edges as long, the one with the larger numbers counts.
void find_longest(const ConsecutiveShares& points, const Mesh& mesh, std::vector<Triangle>& triangles) {
  const Fetched<Point> point(points, mesh.points, {mesh.cell_vertices});
  for (Triangle& triangle : triangles) {
    const auto length = [&](std::size_t k) {
      const Edge edge = triangle.edge(k);
      const auto &a = point[edge[0]], &b = point[edge[1]];
      const double x = b[0] - a[0], y = b[1] - a[1];
      return std::tuple(x * x + y * y, edge);
    };
    triangle.longest = length(0) > length(1) ? 0 : 1;
    if (length(2) > length(triangle.longest)) triangle.longest = 2;
  }
}

// Of each edge at home: whether it is halved. Collective.
std::vector<int> halved(const Communicator& comm, const Edges& edges,
                        const std::vector<Triangle>& triangles) {
  std::vector<int> marks(edges.here().size());
  for (const Triangle& triangle : triangles)
    if (triangle.is_marked)
      for (const std::size_t side : triangle.sides) marks[side] = 1;
  for (;;) {
    for (bool has_changed = true; has_changed;) {
      has_changed = false;
      for (const Triangle& triangle : triangles) {
        const auto& [a, b, c] = triangle.sides;
        int& longest = marks[triangle.sides[triangle.longest]];
        if (longest != 0 || (marks[a] | marks[b] | marks[c]) == 0) continue;
        longest = 1;
        has_changed = true;
      }
    }
    std::vector<int> at_home = edges.to_homes(marks), of_all = edges.from_homes(at_home);
    if (max(comm, int{of_all != marks}) == 0) return at_home;
    marks = std::move(of_all);
  }
}

// Items of all ranks in the same order, in equal blocks. Collective.
template <class T>
std::vector<T> in_blocks(const Communicator& comm, const std::vector<T>& items) {
  const Blocks blocks{sum(comm, std::ssize(items)), comm.size()};
  return Remap(comm, owners_of(blocks, numbers_of_share(comm, items.size()))).forward(items);
}

struct NewPoint {
  Point place;
  Edge parents;
};

// The points before, each followed by those on the edges of which it is the smaller end.
struct Numbering {
  std::vector<NewPoint> points;
  std::vector<global_index> of_points;  // of each point before: its new number
  std::vector<global_index> of_edges;   // of each edge at home: its point's number, or -1
};

// Collective.
Numbering number_points(const ConsecutiveShares& shares, const Mesh& mesh, const Edges& edges,
                        const std::vector<int>& is_halved, const BoundaryCurve& curve) {
  const Communicator& comm = shares.comm();
  std::vector<global_index> ends;
  for (std::size_t e = 0; e < is_halved.size(); ++e)
    if (is_halved[e] != 0) ends.push_back(edges.at_home()[e][1]);
  const Fetched<Point> point(shares, mesh.points, {ends});

  std::vector<int> above_marker(edges.here().size());  // 0: not on the boundary
  for (const BoundaryFace& face : mesh.boundary) above_marker[edges.find(edge_of(face))] = face.marker + 1;
  above_marker = edges.to_homes(above_marker);

  Numbering numbering;
  numbering.of_edges.assign(is_halved.size(), -1);
  global_index next = shares.begin() + sum_below(comm, std::ssize(ends));
  std::size_t e = 0;
  collectively(comm, [&] {  // the curve may throw
    for (const global_index v : shares.numbers()) {
      numbering.of_points.push_back(next++);
      numbering.points.push_back({point[v], {v, v}});
      for (; e < is_halved.size() && edges.at_home()[e][0] == v; ++e) {
        if (is_halved[e] == 0) continue;
        const Point &a = point[v], &b = point[edges.at_home()[e][1]];
        Point middle{0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1]), 0};
        if (curve && above_marker[e] > 0) middle = curve(above_marker[e] - 1, middle);
        numbering.of_edges[e] = next++;
        numbering.points.push_back({middle, edges.at_home()[e]});
      }
    }
  });
  return numbering;
}

}  // namespace

Refined refine(const Communicator& comm, const Draft& draft, const std::vector<int>& marked,
               const BoundaryCurve& curve) {
  const Mesh& mesh = draft.mesh;
  collectively(comm, [&] {
    if (mesh.dimension != 2) throw Error("only meshes of two dimensions can be refined");
    if (marked.size() != mesh.cells.size())
      throw Error("rank ", comm.rank(), " marks ", marked.size(), " cells of ", mesh.cells.size(),
                  "; give a mark for each");
  });
  const ConsecutiveShares shares(comm, mesh.points.size());
  std::vector<Triangle> triangles = triangles_of(mesh, sum_below(comm, std::ssize(mesh.cells)), marked);
  find_longest(shares, mesh, triangles);
  const Edges edges(shares, triangles, mesh);
  for (Triangle& triangle : triangles)
    for (std::size_t k = 0; k < 3; ++k) triangle.sides[k] = edges.find(triangle.edge(k));
  const Numbering numbering = number_points(shares, mesh, edges, halved(comm, edges, triangles), curve);
  const std::vector<global_index> middles = edges.from_homes(numbering.of_edges);
  std::vector<global_index> at_faces;
  for (const BoundaryFace& face : mesh.boundary)
    at_faces.insert(at_faces.end(), face.vertices.begin(), face.vertices.begin() + 2);
  const Fetched<global_index> number(shares, numbering.of_points, {mesh.cell_vertices, at_faces});

  struct Cell {
    std::array<global_index, 3> corners;
    global_index part_of;
  };
  std::vector<Cell> cells;
  for (const Triangle& triangle : triangles) {
    const auto add = [&](global_index a, global_index b, global_index c) {
      cells.push_back({{a, b, c}, triangle.part_of});
    };
    // One side of the halved longest edge: b is in its middle, `on_ca` on the edge opposite to b, or -1.
    const auto add_half = [&](global_index a, global_index b, global_index c, global_index on_ca) {
      if (on_ca < 0) return add(a, b, c);
      add(a, b, on_ca);
      add(on_ca, b, c);
    };
    const auto corner = [&](std::size_t k) { return number[triangle.corners[k % 3]]; };
    const auto middle = [&](std::size_t k) { return middles[triangle.sides[k % 3]]; };
    const std::size_t k = triangle.longest;
    if (middle(k) < 0) {
      add(corner(0), corner(1), corner(2));
    } else {
      add_half(corner(k), middle(k), corner(k + 2), middle(k + 2));
      add_half(corner(k + 2), middle(k), corner(k + 1), middle(k + 1));
    }
  }
  std::vector<std::array<global_index, 3>> faces;  // ends and marker
  for (const BoundaryFace& face : mesh.boundary) {
    const global_index a = number[face.vertices[0]], b = number[face.vertices[1]],
                       middle = middles[edges.find(edge_of(face))];
    faces.push_back({a, middle < 0 ? b : middle, face.marker});
    if (middle >= 0) faces.push_back({middle, b, face.marker});
  }

  Refined refined;
  Mesh& finer = refined.draft.mesh;
  finer.markers = mesh.markers;
  for (const NewPoint& point : in_blocks(comm, numbering.points)) {
    finer.points.push_back(point.place);
    refined.parents.push_back(point.parents);
  }
  for (const Cell& cell : in_blocks(comm, cells)) {
    finer.cell_vertices.insert(finer.cell_vertices.end(), cell.corners.begin(), cell.corners.end());
    refined.cells.push_back(cell.part_of);
  }
  finer.cells.assign(refined.cells.size(), CellType::triangle);
  for (const auto& [a, b, marker] : in_blocks(comm, faces))
    finer.boundary.push_back({{a, b}, static_cast<int>(marker)});
  level(comm, refined.draft);
  return refined;
}

}  // namespace partita::mesh
