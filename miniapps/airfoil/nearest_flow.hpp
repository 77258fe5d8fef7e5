#pragma once
/// \file A start on one mesh from the flow on another: each vertex takes the values of the nearest point.

#include <string>
#include <vector>

#include "distributed_mesh.hpp"
#include "gas.hpp"

namespace partita::airfoil {

/// Mass, momentum and energy of the nearest point of a file, for each owned vertex. If several are as near,
/// the one that the file has first counts. So the values are the same on any number of ranks.
///
/// Each rank reads one block of the file's points and orders them as a k-d tree. The trees go from rank to
/// rank, so no rank holds more than two of them. Collective.
///
/// @param file  VTKHDF, written by --output, about the same body in the same unit of length
/// @throws CollectiveError if the file is refused, has another dimension, or its flow is none
template <int D>
std::vector<Row<D>> nearest_flow(const DistributedMesh<D>& mesh, const std::string& file);

}  // namespace partita::airfoil
