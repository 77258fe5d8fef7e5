#pragma once
/// \file The matrix of the first-order residual: what preconditions the second-order one. Its rows have a
/// block for the vertex itself and one for each of its neighbours.
///
/// Fluxes from the values at the ends of an edge, without gradients, are differentiated by differences. Every
/// rank knows all edges of its vertices, so it fills all of its rows, and nothing is sent.

#include <vector>

#include <petscmat.h>

#include "equations.hpp"

namespace partita::airfoil {

/// An empty matrix of D + 2 by D + 2 blocks, with room for this mesh. Collective. The caller destroys it.
template <int D>
Mat first_order_matrix(const LocalMesh<D>& mesh, MPI_Comm comm);

/// Fills it for the flow that was evaluated last, with 1 / time step on the diagonal, for each owned vertex.
/// `rows` are the global numbers of the local vertices, ghosts too. Collective.
template <int D>
void fill(Mat matrix, const Equations<D>& equations, const std::vector<PetscInt>& rows,
          const std::vector<double>& inverse_time_steps);

}  // namespace partita::airfoil
