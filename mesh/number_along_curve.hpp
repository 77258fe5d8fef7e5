#pragma once
/// \file Numbers of a mesh's points along a curve: neighbours in space become neighbours in memory.

#include <span>
#include <vector>

#include <partita/mesh/mesh.hpp>
#include <partita/support/communicator.hpp>

namespace partita::mesh {

/// Numbers points by their positions along Hilbert's curve (see curve.hpp); points with the same position, in
/// the order of the file. The numbers follow from the mesh alone: they are the same on any number of ranks.
///
/// @param points  this rank's block of all points (detail::BlockDistribution)
/// @return a new number for each of them, 0 to the number of all points - 1
/// Collective.
std::vector<global_index> number_along_curve(const Communicator& comm, std::span<const Point> points,
                                             int dimension);

}  // namespace partita::mesh
