#pragma once
/// \file One rank's part of the mesh in the kernels' memory.
///
/// A loop over edges that adds to both ends would need atomics, and give other bits each time. So it is two
/// kernels: one over edges stores what each edge contributes, one over owned vertices adds what their edges
/// stored, in the order of the edges' global numbers, and then what their faces stored. A sum's bits thus
/// depend neither on the number of ranks nor on who owns what.

#include <Kokkos_Core.hpp>

#include <partita/executor/kokkos_exchange.hpp>

#include "domain.hpp"
#include "gradient.hpp"

namespace partita::airfoil {

/// The end points of an edge or a face.
struct Ends {
  local_index a, b;
};

struct LocalMesh {
  /// The points of the ghosts need an exchange: collective.
  LocalMesh(const Domain& domain, KokkosExchange<>& exchange);

  local_index owned, local, interior, edges, faces;

  Kokkos::View<Vector*> point;  ///< of all local vertices
  Kokkos::View<double*> volume;
  Kokkos::View<Vector*>
      extent;  ///< of the owned dual cells: half the projections of their surface on the axes
  Kokkos::View<Moments*> inverse_moments;  ///< at owned vertices: inverse matrix for the gradient

  Kokkos::View<Ends*> edge;
  Kokkos::View<Vector*> way;  ///< from the first to the second end point
  Kokkos::View<Vector*> normal;

  Kokkos::View<Ends*> face;
  Kokkos::View<Vector*> half_normal;
  Kokkos::View<Face::Kind*> kind;

  /// Contributions of edges and, after them, two of each face: to its first and to its second end point.
  KOKKOS_INLINE_FUNCTION local_index contributions() const { return edges + 2 * faces; }
  KOKKOS_INLINE_FUNCTION local_index of_face(local_index f, int end) const { return edges + 2 * f + end; }

  Kokkos::View<local_index*> first;  ///< where an owned vertex's contributions begin in `incident`
  Kokkos::View<local_index*>
      incident;  ///< number of the contribution, or its complement where it is subtracted
};

}  // namespace partita::airfoil
