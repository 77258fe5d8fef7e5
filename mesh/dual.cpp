// In two dimensions segments cut each cell, from the middle of every side to the centroid, the mean of the
// vertices. Any common point closes the dual cells; this one is inside every convex cell, quadrilaterals too.
// The pieces at a vertex form its dual cell; the one or two segments of an edge form the face between two
// dual cells. Barth, Jespersen, "The Design and Application of Upwind Schemes on Unstructured Meshes", AIAA
// 89-0366, 1989.
//
// In three dimensions quadrilaterals cut a tetrahedron, one for each edge: from the middle of the edge to the
// centroids of the two sides at that edge and to the centroid of the cell. The four parts have equal volumes.
#include <algorithm>
#include <span>

#include <partita/mesh/dual.hpp>
#include <partita/support/error.hpp>

namespace partita::mesh {
namespace {

/// Finds edges by their end points among those that start at the smaller one.
class EdgeNumbers {
 public:
  explicit EdgeNumbers(const Mesh& mesh) : edges_(mesh.edges), first_(mesh.vertices + 1) {
    for (const Edge& edge : edges_) ++first_[edge[0] + 1];
    for (global_index vertex = 0; vertex < mesh.vertices; ++vertex) first_[vertex + 1] += first_[vertex];
  }

  global_index operator()(const Edge& edge) const {
    const auto from = edges_.begin() + first_[edge[0]], to = edges_.begin() + first_[edge[0] + 1];
    const auto found = std::lower_bound(from, to, edge);
    if (found == to || *found != edge)
      throw Error("the mesh has a cell with the edge ", edge[0], "-", edge[1], ", but no such edge");
    return found - edges_.begin();
  }

 private:
  std::span<const Edge> edges_;
  std::vector<global_index> first_;
};

/// The vector from a to b turned clockwise: out of what lies to the left of the segment.
Normal to_the_right(const Point& a, const Point& b) { return {b[1] - a[1], a[0] - b[0], 0}; }

Point operator-(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
Point operator*(double s, const Point& a) { return {s * a[0], s * a[1], s * a[2]}; }

Normal cross(const Point& a, const Point& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

double dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Point mean(const Mesh& mesh, std::span<const global_index> vertices) {
  Point sum{};
  for (const global_index vertex : vertices)
    for (int axis = 0; axis < 2; ++axis) sum[axis] += mesh.points[vertex][axis];
  for (double& coordinate : sum) coordinate /= static_cast<double>(vertices.size());
  return sum;
}

/// Sums the pieces of the cells.
struct DualOf {
  const Mesh& mesh;
  EdgeNumbers edge_number;
  Dual dual;

  void add_polygon(std::span<const global_index> cell) {
    const Point centroid = mean(mesh, cell);
    for (std::size_t side = 0; side < cell.size(); ++side) {
      const global_index a = cell[side], b = cell[(side + 1) % cell.size()];
      const Point middle = mean(mesh, std::array{a, b});
      add_to_edge(a, b, to_the_right(middle, centroid));  // the cell lies to the left of a-b
      const Normal twice_the_triangle = cross(mesh.points[b] - mesh.points[a], centroid - mesh.points[a]);
      const double share = twice_the_triangle[2] / 4;
      dual.volumes[a] += share;
      dual.volumes[b] += share;
    }
  }

  void add_tetrahedron(std::span<const global_index> cell) {
    // Each edge, then the opposite one. Seen from the first vertex, the other three turn counter-clockwise.
    constexpr int edges[6][4] = {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2},
                                 {1, 2, 0, 3}, {1, 3, 2, 0}, {2, 3, 0, 1}};
    const auto way = [&](int from, int to) { return mesh.points[cell[to]] - mesh.points[cell[from]]; };
    for (const auto& [a, b, c, d] : edges) {
      // The diagonals of the quadrilateral are (d - c) / 3 and (c + d - a - b) / 4.
      const Point ac = way(a, c), bd = way(b, d);
      const Point across{ac[0] + bd[0], ac[1] + bd[1], ac[2] + bd[2]};
      add_to_edge(cell[a], cell[b], 1.0 / 24 * cross(across, way(c, d)));
    }
    const double share = dot(cross(way(0, 1), way(0, 2)), way(0, 3)) / 24;
    for (const global_index vertex : cell) dual.volumes[vertex] += share;
  }

  void add_boundary(const BoundaryFace& face) {
    const auto& [a, b, c] = face.vertices;
    const std::vector<Point>& points = mesh.points;
    dual.boundary_normals.push_back(mesh.dimension == 2
                                        ? to_the_right(points[a], points[b])
                                        : 0.5 * cross(points[b] - points[a], points[c] - points[a]));
  }

  void add_to_edge(global_index a, global_index b, const Normal& from_a_to_b) {
    Normal& sum = dual.edge_normals[edge_number({std::min(a, b), std::max(a, b)})];
    for (int axis = 0; axis < 3; ++axis) sum[axis] += a < b ? from_a_to_b[axis] : -from_a_to_b[axis];
  }
};

}  // namespace

Dual median_dual(const Mesh& mesh) {
  if (mesh.points.empty()) throw Error("the median dual needs a mesh with points; this one has none");
  DualOf sums{mesh,
              EdgeNumbers(mesh),
              {std::vector<Normal>(mesh.edges.size()), std::vector<double>(mesh.vertices), {}}};
  std::span<const global_index> rest = mesh.cell_vertices;
  for (const CellType type : mesh.cells) {
    const std::span cell = rest.first(vertices_of(type));
    rest = rest.subspan(cell.size());
    if (type == CellType::tetrahedron)
      sums.add_tetrahedron(cell);
    else
      sums.add_polygon(cell);
  }
  for (const BoundaryFace& face : mesh.boundary) sums.add_boundary(face);
  return std::move(sums.dual);
}

}  // namespace partita::mesh
