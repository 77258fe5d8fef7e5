#pragma once
/// \file The loops that add fluxes to the residuals of a level of the mesh: `edge_fluxes` in edge_fluxes.cpp,
/// the others in equations.cpp.

#include "distributed_mesh.hpp"

namespace partita::airfoil {

/// Between the ends of edges, from their values and gradients: of second order. Also a Kokkos kernel.
template <int D>
loops::Loop edge_fluxes(DistributedMesh<D>& mesh, const State<D>& q,
                        const loops::Field<double, D*(D + 2)>& gradient, const State<D>& residual);

/// Between the ends of edges, from their values alone: of first order. The faces that were added to one of a
/// coarser level have normals of many directions, whose fluxes along the mean face cancel, but not what they
/// mix: the flow carries gas to and fro through each of them. So the flux mixes by the flow's speed through
/// the fold.
template <int D>
loops::Loop first_order_fluxes(DistributedMesh<D>& mesh, const State<D>& q, const State<D>& residual);

/// The pressure on walls and symmetry planes. @param wall_force  of slip faces; 0 on symmetry planes
template <int D>
loops::Loop slip_fluxes(DistributedMesh<D>& mesh, const State<D>& q,
                        const loops::Field<double, D>& wall_force, const State<D>& residual);

/// Through the far field. @param beyond  the flow beyond each far corner
template <int D>
loops::Loop far_fluxes(DistributedMesh<D>& mesh, const State<D>& q, const State<D>& beyond,
                       const State<D>& residual);

}  // namespace partita::airfoil
