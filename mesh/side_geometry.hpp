#pragma once
/// \file Mean, normal and centroid of a side of a cell, by its two, three or four corners.

#include <algorithm>
#include <array>
#include <span>

#include <partita/mesh/vectors.hpp>

namespace partita::mesh {

/// The points of a side's corners.
class SidePoints {
 public:
  /// @param corners  two to four positions in `points`
  template <class Index, class Points>
  SidePoints(std::span<const Index> corners, const Points& points) : count_(corners.size()) {
    std::ranges::transform(corners, points_.begin(),
                           [&](Index corner) { return points[static_cast<std::size_t>(corner)]; });
  }

  operator std::span<const Point>() const { return std::span(points_).first(count_); }

 private:
  std::array<Point, 4> points_;
  std::size_t count_;
};

/// The mean of the corners. A quadrilateral side stands for the triangles between its edges and this point.
inline Point mean_of(std::span<const Point> side) {
  using namespace vectors;
  if (side.size() == 2) return 0.5 * (side[0] + side[1]);
  if (side.size() == 3) return 1.0 / 3 * (side[0] + side[1] + side[2]);
  return 0.25 * ((side[0] + side[2]) + (side[1] + side[3]));
}

/// Points out of the cell for corners in the order of BoundaryFace; its length is the area (2D: length). It
/// is the same for any surface between the edges.
inline Point normal_of(std::span<const Point> side) {
  using namespace vectors;
  if (side.size() == 2) return {side[1][1] - side[0][1], side[0][0] - side[1][0], 0};
  if (side.size() == 3) return 0.5 * cross(side[1] - side[0], side[2] - side[0]);
  return 0.5 * cross(side[2] - side[0], side[3] - side[1]);
}

/// The centroid of the side. The triangles of a quadrilateral count by their areas in its mean plane.
inline Point centroid_of(std::span<const Point> side) {
  using namespace vectors;
  const Point mean = mean_of(side);
  if (side.size() < 4) return mean;
  const Point normal = normal_of(side);
  Point moment{};
  double area = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    const Point a = side[k] - mean, b = side[(k + 1) % 4] - mean;
    const double share = determinant(a, b, normal);
    moment = moment + share * (a + b);
    area += share;
  }
  return area > 0 ? mean + 1 / (3 * area) * moment : mean;  // a side of collapsed corners has no area
}

}  // namespace partita::mesh
