// Pieces of the cells at a vertex form its dual cell. The faces between two dual cells consist of triangles,
// in two dimensions segments, from the middle of an edge to the centroids of its cells and of their sides. A
// centroid is the mean of the vertices. Any common point closes the dual cells; this one is inside every
// convex cell, quadrilaterals too. Barth, Jespersen, "The Design and Application of Upwind Schemes on
// Unstructured Meshes", AIAA 89-0366, 1989.
//
// A quadrilateral side that is not plane stands for the triangles between its edges and its centroid. These
// triangles are the same from both cells at the side, and on the boundary. Hence dual cells are closed and
// fill the mesh, for sides of any shape.
//
// In a tetrahedron the two triangles at an edge form a plane quadrilateral, and the parts have equal volumes.
#include <algorithm>
#include <span>

#include <partita/mesh/cell_shapes.hpp>
#include <partita/mesh/dual.hpp>
#include <partita/mesh/side_geometry.hpp>
#include <partita/mesh/vectors.hpp>
#include <partita/support/error.hpp>

namespace partita::mesh {
namespace {

using namespace vectors;

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

Point mean(const Mesh& mesh, std::span<const global_index> vertices) {
  Point sum{};
  for (const global_index vertex : vertices)
    for (int axis = 0; axis < 2; ++axis) sum[axis] += mesh.points[vertex][axis];
  for (double& coordinate : sum) coordinate /= static_cast<double>(vertices.size());
  return sum;
}

Normal normal_of(const Mesh& mesh, const BoundaryFace& face) {
  return normal_of(SidePoints(face.corners(), mesh.points));
}

/// Sums the pieces of the cells.
struct DualOf {
  const Mesh& mesh;
  VertexRange range;
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

  void add_polyhedron(CellType type, std::span<const global_index> cell) {
    std::array<Point, 8> corners{};  // from the first one
    Point centroid{};
    for (std::size_t k = 0; k < cell.size(); ++k) {
      corners[k] = mesh.points[cell[k]] - mesh.points[cell[0]];
      centroid = centroid + 1.0 / static_cast<double>(cell.size()) * corners[k];
    }
    for (const Side& side : shape_of(type).sides) {
      const Point centre = mean_of(SidePoints(corners_of(side), corners));  // the same from both cells
      for_each_pair(corners_of(side), [&](int a, int b) {
        const Point middle = 0.5 * (corners[a] + corners[b]);
        add_to_edge(cell[a], cell[b], 0.5 * cross(centroid - middle, centre - middle));
        const double share =
            determinant(corners[a] - centroid, corners[b] - centroid, centre - centroid) / 12;
        dual.volumes[cell[a]] += share;
        dual.volumes[cell[b]] += share;
      });
    }
  }

  void add_tetrahedron(std::span<const global_index> cell) {
    // Each edge, then the opposite one. Seen from the first vertex, the other three turn counter-clockwise.
    constexpr int edges[6][4] = {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2},
                                 {1, 2, 0, 3}, {1, 3, 2, 0}, {2, 3, 0, 1}};
    const auto way = [&](int from, int to) { return mesh.points[cell[to]] - mesh.points[cell[from]]; };
    for (const auto& [a, b, c, d] : edges) {
      // The diagonals of the quadrilateral are (d - c) / 3 and (c + d - a - b) / 4.
      add_to_edge(cell[a], cell[b], 1.0 / 24 * cross(way(a, c) + way(b, d), way(c, d)));
    }
    const double share = dot(cross(way(0, 1), way(0, 2)), way(0, 3)) / 24;
    for (const global_index vertex : cell) dual.volumes[vertex] += share;
  }

  void add_to_edge(global_index a, global_index b, const Normal& from_a_to_b) {
    if (!range.contains(std::min(a, b))) return;
    Normal& sum = dual.edge_normals[edge_number({std::min(a, b), std::max(a, b)})];
    for (int axis = 0; axis < 3; ++axis) sum[axis] += a < b ? from_a_to_b[axis] : -from_a_to_b[axis];
  }
};

}  // namespace

Dual median_dual(const Mesh& mesh) {
  if (mesh.points.empty()) throw Error("the median dual needs a mesh with points; this one has none");
  return median_dual(mesh, {0, mesh.vertices});
}

Dual median_dual(const Mesh& mesh, const VertexRange& range) {
  DualOf sums{mesh,
              range,
              EdgeNumbers(mesh),
              {std::vector<Normal>(mesh.edges.size()), std::vector<double>(mesh.vertices), {}}};
  for_each_cell_of(mesh, [&](std::size_t cell, std::span<const global_index> vertices) {
    const CellType type = mesh.cells[cell];
    if (mesh.dimension == 2)
      sums.add_polygon(vertices);
    else if (type == CellType::tetrahedron)
      sums.add_tetrahedron(vertices);
    else
      sums.add_polyhedron(type, vertices);
  });
  for (const BoundaryFace& face : mesh.boundary) sums.dual.boundary_normals.push_back(normal_of(mesh, face));
  return std::move(sums.dual);
}

Normal boundary_share(const Mesh& mesh, const BoundaryFace& face, std::size_t corner) {
  const auto corners = face.corners();
  if (corners.size() < 4) return 1.0 / static_cast<double>(corners.size()) * normal_of(mesh, face);
  const auto way = [&](std::size_t further) {
    return mesh.points[corners[(corner + further) % 4]] - mesh.points[corners[corner]];
  };
  // The diagonals of the part: to the centroid, and between the middles of the two edges at the corner.
  const Point to_centroid = 0.25 * ((way(1) + way(3)) + way(2));
  return 0.25 * cross(to_centroid, way(3) - way(1));
}

}  // namespace partita::mesh
