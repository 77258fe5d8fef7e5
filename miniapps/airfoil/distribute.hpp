#pragma once
/// \file From the geometry that rank 0 has to every rank's domain: remap, inspect, localize.

#include <partita/inspector/loop.hpp>

#include "domain.hpp"
#include "geometry.hpp"

namespace partita::airfoil {

/// One rank's part of the mesh, and the way back to rank 0 for results.
template <int D>
struct Part {
  Remap vertices;  ///< from the geometry's vertices to their owners
  Loop edges;
  InspectedLoop faces;  ///< touch the ghosts of the edges only
  Domain<D> domain;
  double inspector_seconds;

  const AccessPattern& pattern() const { return edges.pattern(); }
};

/// Every rank brings its share of the geometry: rank 0 all, the others none. Edges and faces are executed by
/// the owners of all their vertices. Collective.
template <int D>
Part<D> distribute(const Communicator& comm, const Geometry<D>& geometry);

}  // namespace partita::airfoil
