#pragma once
/// \file Vectors of three components: points, and differences of points.

#include <partita/mesh/mesh.hpp>

namespace partita::mesh::vectors {

inline Point operator-(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
inline Point operator+(const Point& a, const Point& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
inline Point operator*(double s, const Point& a) { return {s * a[0], s * a[1], s * a[2]}; }

inline Point cross(const Point& a, const Point& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

inline double dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// Six times the volume of the tetrahedron that the three vectors span.
inline double determinant(const Point& a, const Point& b, const Point& c) { return dot(cross(a, b), c); }

}  // namespace partita::mesh::vectors
