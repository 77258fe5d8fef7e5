#pragma once
/// \file Numbers of a mesh's points along Hilbert's curve: neighbours in space become neighbours in memory.

#include <cstdint>
#include <span>
#include <vector>

#include <partita/mesh/mesh.hpp>
#include <partita/support/communicator.hpp>

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

/// Numbers points by their positions along Hilbert's curve; points with the same position, in
/// the order of the file. The numbers follow from the mesh alone: they are the same on any number of ranks.
///
/// @param points  this rank's block of all points (detail::BlockDistribution)
/// @return a new number for each of them, 0 to the number of all points - 1
/// Collective.
std::vector<global_index> number_along_curve(const Communicator& comm, std::span<const Point> points,
                                             int dimension);

}  // namespace partita::mesh
