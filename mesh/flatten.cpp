#include <algorithm>
#include <cmath>

#include <partita/mesh/flatten.hpp>
#include <partita/support/error.hpp>

namespace partita::mesh {

double extent_of(std::span<const Point> points) {
  double extent = 0;
  for (const Point& point : points) extent = std::max({extent, std::abs(point[0]), std::abs(point[1])});
  return extent;
}

void flatten(std::span<Point> points, const Origin& origin, double extent) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    double& z = points[i][2];
    if (std::abs(z) > 1e-12 * extent)
      throw Error(
          origin.point(i),
          "this point lies off the plane z = 0, where a mesh of triangles and quadrilaterals must lie");
    z = 0;
  }
}

}  // namespace partita::mesh
