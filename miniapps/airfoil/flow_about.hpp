#pragma once
/// \file The flow that the options ask for around the mesh's walls, with their chord or area.

#include <partita/support/communicator.hpp>

#include "flow.hpp"
#include "geometry.hpp"
#include "options.hpp"

namespace partita::airfoil {

/// Every rank brings its share of the geometry. The chord is that of all walls; the vortex is at a quarter of
/// it. Collective.
Flow<2> flow_about(const Geometry<2>& geometry, const Options& options, const Communicator& comm);

/// The same in three dimensions. The area is that of the walls seen from above. Collective.
Flow<3> flow_about(const Geometry<3>& geometry, const Options& options, const Communicator& comm);

}  // namespace partita::airfoil
