// The mean of a cell's vertices and its sides span triangles in two dimensions, tetrahedra in three; a
// quadrilateral side first falls into the four triangles between its edges and its mean. The parts fill the
// cell, for sides of any shape, and neighbours agree on these. All is computed relative to the mean, so that
// cells far from the origin lose no digits.
#include <array>
#include <span>

#include <partita/mesh/cell_shapes.hpp>
#include <partita/mesh/faces.hpp>
#include <partita/mesh/side_geometry.hpp>
#include <partita/support/error.hpp>

namespace partita::mesh {
namespace {

using namespace vectors;

// The sum over parts with a corner at the origin.
struct Parts {
  double measure = 0;  // twice the area, six times the volume
  Point moment{};      // the measure times three (four) times the centroid

  void add(const Point& a, const Point& b) { add(cross(a, b)[2], a + b); }
  void add(const Point& a, const Point& b, const Point& c) { add(determinant(a, b, c), a + b + c); }

  void add(double of_part, const Point& sum_of_corners) {
    measure += of_part;
    moment = moment + of_part * sum_of_corners;
  }

  void add_side(std::span<const Point> side) {
    if (side.size() == 2) add(side[0], side[1]);
    if (side.size() == 3) add(side[0], side[1], side[2]);
    if (side.size() < 4) return;
    const Point mean = mean_of(side);
    for (std::size_t k = 0; k < 4; ++k) add(side[k], side[(k + 1) % 4], mean);
  }
};

Point mean_of_vertices(const Mesh& mesh, std::span<const global_index> vertices) {
  const Point& first = mesh.points[vertices[0]];
  Point sum{};
  for (const global_index vertex : vertices) sum = sum + (mesh.points[vertex] - first);
  return first + 1 / static_cast<double>(vertices.size()) * sum;
}

}  // namespace

CellGeometry cell_geometry(const Mesh& mesh) {
  if (mesh.cells.empty()) throw Error("cell geometry needs a mesh with cells; this one has none");
  CellGeometry geometry;
  geometry.centroids.reserve(mesh.cells.size());
  geometry.volumes.reserve(mesh.cells.size());
  const double corners_of_a_part = mesh.dimension + 1, parts_of_a_box = mesh.dimension == 2 ? 2 : 6;
  for_each_cell_of(mesh, [&](std::size_t cell, std::span<const global_index> vertices) {
    const Point mean = mean_of_vertices(mesh, vertices);
    Parts parts;
    for (const Side& side : shape_of(mesh.cells[cell]).sides) {
      const auto places = corners_of(side);
      std::array<Point, 4> corners;
      for (std::size_t k = 0; k < places.size(); ++k) corners[k] = mesh.points[vertices[places[k]]] - mean;
      parts.add_side(std::span(corners).first(places.size()));
    }
    geometry.volumes.push_back(parts.measure / parts_of_a_box);
    geometry.centroids.push_back(mean + 1 / (corners_of_a_part * parts.measure) * parts.moment);
  });
  return geometry;
}

}  // namespace partita::mesh
