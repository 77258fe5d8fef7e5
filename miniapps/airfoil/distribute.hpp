#pragma once
/// \file From the geometry that rank 0 has to every rank's domain: remap, inspect, localize.

#include <partita/inspector/edge_loop.hpp>

#include "geometry.hpp"
#include "subdomain.hpp"

namespace partita::airfoil {

/// One rank's part of the mesh, and the way back to rank 0 for results.
template <int D>
struct DistributedMesh {
  Remap vertices;  ///< from the geometry's vertices to their owners
  EdgeLoop edges;
  InspectedLoop faces;  ///< touch the ghosts of the edges only
  Subdomain<D> domain;
  double inspector_seconds;

  const AccessPattern& pattern() const { return edges.pattern(); }
};

/// Every rank brings its share of the geometry: rank 0 all, the others none. Edges and faces are executed by
/// the owners of all their vertices. Collective.
template <int D>
DistributedMesh<D> distribute(const Communicator& comm, const Geometry<D>& geometry);

}  // namespace partita::airfoil
