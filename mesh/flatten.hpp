#pragma once
/// \file Points of a mesh in two dimensions.

#include <span>

#include <partita/mesh/mesh.hpp>
#include <partita/mesh/origin.hpp>

namespace partita::mesh {

/// The largest coordinate in the plane. Not collective.
double extent_of(std::span<const Point> points);

/// Moves points to the plane z = 0. Coordinates computed in the plane may have a z of rounding size.
/// @param extent  of all points of the mesh
/// @throws Error if a point lies further away. Not collective.
void flatten(std::span<Point> points, const Origin& origin, double extent);

}  // namespace partita::mesh
