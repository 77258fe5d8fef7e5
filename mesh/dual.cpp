// Each cell is cut by segments from the middle of every side to its centroid, the mean of its vertices (for
// quadrilaterals too: any common point closes the dual cells, this one is inside every convex cell). The
// pieces at a vertex make its dual cell; the one or two segments of an edge make the face between two dual
// cells. Barth, Jespersen, "The Design and Application of Upwind Schemes on Unstructured Meshes", AIAA
// 89-0366, 1989.
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
      throw Error(text("the mesh has a cell with the side ", edge[0], "-", edge[1], ", but no such edge"));
    return found - edges_.begin();
  }

 private:
  std::span<const Edge> edges_;
  std::vector<global_index> first_;
};

/// The vector from a to b turned clockwise: out of what lies to the left of the way.
Normal to_the_right(const Point& a, const Point& b) { return {b[1] - a[1], a[0] - b[0]}; }

double triangle_area(const Point& a, const Point& b, const Point& c) {
  return ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2;
}

Point mean(const Mesh& mesh, std::span<const global_index> vertices) {
  Point sum{};
  for (const global_index vertex : vertices)
    for (int axis = 0; axis < 2; ++axis) sum[axis] += mesh.points[vertex][axis];
  for (double& coordinate : sum) coordinate /= static_cast<double>(vertices.size());
  return sum;
}

}  // namespace

Dual median_dual(const Mesh& mesh) {
  if (mesh.dimension != 2 || mesh.points.empty())
    throw Error("the median dual needs a mesh with points in two dimensions; this one has none");
  Dual dual{std::vector<Normal>(mesh.edges.size()), std::vector<double>(mesh.vertices), {}};

  const EdgeNumbers edge_number(mesh);
  std::span<const global_index> rest = mesh.cell_vertices;
  for (const CellType type : mesh.cells) {
    const std::span cell = rest.first(vertices_of(type));
    rest = rest.subspan(cell.size());
    const Point centroid = mean(mesh, cell);
    for (std::size_t side = 0; side < cell.size(); ++side) {
      const global_index a = cell[side], b = cell[(side + 1) % cell.size()];
      const Point middle = mean(mesh, std::array{a, b});
      const Normal normal =
          to_the_right(middle, centroid);  // from a to b: the cell lies to the left of that way
      Normal& sum = dual.edge_normals[edge_number({std::min(a, b), std::max(a, b)})];
      for (int axis = 0; axis < 2; ++axis) sum[axis] += a < b ? normal[axis] : -normal[axis];
      const double share = triangle_area(mesh.points[a], mesh.points[b], centroid) / 2;
      dual.volumes[a] += share;
      dual.volumes[b] += share;
    }
  }

  dual.boundary_normals.reserve(mesh.boundary.size());
  for (const BoundaryFace& face : mesh.boundary)
    dual.boundary_normals.push_back(
        to_the_right(mesh.points[face.vertices[0]], mesh.points[face.vertices[1]]));
  return dual;
}

}  // namespace partita::mesh
