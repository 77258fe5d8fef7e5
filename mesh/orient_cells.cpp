// A cell is judged by its corners, scaled to size 1 with the first at the origin. Thus cells far away, tiny
// or huge are judged like all others.
//
// The sides of hexahedra, prisms and pyramids need not be plane. A quadrilateral side stands for the four
// triangles between its edges and its centroid, as in the median dual. The centroid of a cell must be on the
// inner side of all these triangles. Then each part of the cell that belongs to a dual cell has a positive
// volume.
#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include <partita/mesh/cell_shapes.hpp>
#include <partita/mesh/element_types.hpp>
#include <partita/mesh/orient_cells.hpp>
#include <partita/mesh/vectors.hpp>
#include <partita/support/collectively.hpp>

namespace partita::mesh {
namespace {

using namespace vectors;

using CornerPoints = std::array<Point, 8>;

// The cell's corners, with the first at the origin, in units of its size.
CornerPoints scaled(const Mesh& mesh, std::span<const global_index> vertices) {
  CornerPoints corners{};
  double size = 0;
  for (std::size_t i = 1; i < vertices.size(); ++i) {
    corners[i] = mesh.points[vertices[i]] - mesh.points[vertices[0]];
    for (const double x : corners[i]) size = std::max(size, std::abs(x));
  }
  for (Point& p : corners)
    for (double& x : p) x /= size;
  return corners;
}

// A cell of size 1 with a smaller area or volume counts as flat; the flattest cells of boundary layers have
// 1e-6.
constexpr double flat = 1e-14;

// Calls visit(v), v = six times the volume between `apex` and each triangle of the sides.
template <class Visit>
void for_each_part(CellType type, const CornerPoints& p, const Point& apex, Visit visit) {
  for (const Side& side : shape_of(type).sides) {
    const auto corners = corners_of(side);
    const auto way = [&](std::size_t k) { return p[corners[k % corners.size()]] - apex; };
    if (corners.size() == 3) {
      visit(determinant(way(0), way(1), way(2)));
    } else {
      const Point centroid = 0.25 * ((way(0) + way(2)) + (way(1) + way(3)));
      for (std::size_t k = 0; k < 4; ++k) visit(determinant(way(k), way(k + 1), centroid));
    }
  }
}

// Twice the area (six times the volume), positive if the vertices are in the right order. The fourth corner
// of a triangle is the first.
double measure(CellType type, const CornerPoints& p) {
  if (type_of(type).dimension == 2) return cross(p[2], p[3] - p[1])[2];
  double sum = 0;
  for_each_part(type, p, p[0], [&](double volume) { sum += volume; });
  return sum;
}

// Straight corners pass, because meshers put them on straight boundaries.
bool is_convex_quadrilateral(const CornerPoints& p, double turning) {
  for (std::size_t i = 0; i < 4; ++i) {
    const Point in = p[(i + 1) % 4] - p[i], out = p[(i + 2) % 4] - p[(i + 1) % 4];
    if (turning * cross(in, out)[2] < -flat) return false;
  }
  return true;
}

bool is_inside_its_sides(CellType type, const CornerPoints& p, double turning) {
  Point centroid{};
  for (int k = 0; k < vertices_of(type); ++k) centroid = centroid + 1.0 / vertices_of(type) * p[k];
  bool is_proper = true;
  for_each_part(type, p, centroid, [&](double volume) { is_proper &= turning * volume >= -flat; });
  return is_proper;
}

// Turning is +1, or -1 for a cell whose vertices are in the wrong order.
bool is_convex(CellType type, const CornerPoints& p, double turning) {
  if (type == CellType::triangle || type == CellType::tetrahedron) return true;
  return type == CellType::quadrilateral ? is_convex_quadrilateral(p, turning)
                                         : is_inside_its_sides(type, p, turning);
}

}  // namespace

void orient_cells(Mesh& mesh, const Origin& origin) {
  for_each_cell_of(mesh, [&](std::size_t cell, std::span<global_index> vertices) {
    const CellType type = mesh.cells[cell];
    const auto name = type_of(type).name;
    const CornerPoints corners = scaled(mesh, vertices);
    for_each_edge(type, [&](int a, int b) {
      if (corners[a] == corners[b])
        throw ErrorAt(origin.cells[cell], origin.cell(cell), "this ", name, " has two corners in one place");
    });
    const double size = measure(type, corners);
    if (!is_convex(type, corners, size < 0 ? -1 : 1))
      throw ErrorAt(origin.cells[cell], origin.cell(cell), "this ", name,
                    " is not convex, or crosses itself");
    if (!(std::abs(size) > flat))
      throw ErrorAt(origin.cells[cell], origin.cell(cell), "this ", name, " has no ",
                    mesh.dimension == 2 ? "area" : "volume");
    if (size < 0) mirror(type, vertices);
  });
}

}  // namespace partita::mesh
