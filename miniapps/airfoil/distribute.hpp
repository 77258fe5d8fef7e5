#pragma once
/// \file From rank 0's geometry to every rank's domain: remap, inspect, localize.

#include <partita/inspector/edge_loop.hpp>

#include "geometry.hpp"
#include "subdomain.hpp"

namespace partita::airfoil {

/// One rank's part of the mesh, and the map back to rank 0 for results.
template <int D>
struct DistributedMesh {
  Remap vertices;  ///< from the geometry's vertices to their owners
  EdgeLoop edges;
  InspectedLoop faces;  ///< touch only ghosts that edges touch
  Subdomain<D> domain;
  double inspector_seconds;

  const AccessPattern& pattern() const { return edges.pattern(); }
};

/// Distributes the geometry: rank 0 holds all of it, the others an empty share. The owners of all vertices of
/// an edge or face execute it. Collective.
template <int D>
DistributedMesh<D> distribute(const Communicator& comm, const Geometry<D>& geometry);

}  // namespace partita::airfoil
