#pragma once
/// \file The matrix of the first-order residual. It preconditions the second-order one. Each row has a block
/// for the vertex itself and one for each of its neighbours.
///
/// Fluxes are computed from the values at the ends of an edge, without gradients, and differentiated by
/// differences. Every rank has all edges of its vertices, so it fills all of its rows without messages.

#include <vector>

#include <petscmat.h>

#include "equations.hpp"

namespace partita::airfoil {

/// Makes an empty matrix of D + 2 by D + 2 blocks, with room for this mesh, whose loops have been inspected.
/// The caller destroys it. Collective.
template <int D>
Mat first_order_matrix(const Equations<D>& equations, MPI_Comm comm);

/// Fills the matrix for the last evaluated flow, with 1 / time step on the diagonal for each owned vertex.
/// Collective.
template <int D>
void fill(Mat matrix, const Equations<D>& equations, const std::vector<double>& inverse_time_steps);

}  // namespace partita::airfoil
