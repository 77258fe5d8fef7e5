#pragma once
/// \file Hilbert's curve: an order of points that keeps neighbours close.

#include <cstdint>

#include <partita/mesh/mesh.hpp>

namespace partita::mesh {

/// The smallest box with edges along the axes that contains some points.
struct Box {
  Point least, most;
};

/// The position of a point along Hilbert's curve through the smallest square (3D: cube) around the box.
/// Points of the same of 2^32 (3D: 2^21) intervals of each axis share a position.
///
/// Hilbert, "Ueber die stetige Abbildung einer Linie auf ein Flaechenstueck", Math. Ann. 38, 1891.
/// Skilling, "Programming the Hilbert curve", AIP Conf. Proc. 707, 2004.
/// Not collective.
std::uint64_t curve_position(const Point& point, const Box& box, int dimension);

}  // namespace partita::mesh
