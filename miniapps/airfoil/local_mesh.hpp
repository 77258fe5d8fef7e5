#pragma once
/// \file One rank's part of the mesh in the kernels' memory.
///
/// A loop over edges that adds to both ends would need atomics, and give other bits each time. So it is two
/// kernels: one over edges stores what each edge contributes, one over owned vertices adds what their edges
/// stored, in the order of the edges' global numbers, and then what their faces stored. A sum's bits thus
/// depend neither on the number of ranks nor on who owns what.

#include <Kokkos_Core.hpp>

#include <partita/executor/fields/kokkos_contributions.hpp>
#include <partita/executor/kokkos_exchange.hpp>

#include "gradient.hpp"
#include "subdomain.hpp"

namespace partita::airfoil {

/// The end points of an edge.
struct Ends {
  local_index a, b;
};

/// The vertices of a face.
template <int D>
struct Corners {
  local_index vertex[D];
};

template <int D>
struct LocalMesh {
  /// The points of the ghosts need an exchange: collective.
  LocalMesh(const Subdomain<D>& domain, KokkosExchange<>& exchange);

  local_index owned, local, interior, edges, faces;

  Kokkos::View<Vector<D>*> point;  ///< of all local vertices
  Kokkos::View<double*> volume;
  Kokkos::View<Vector<D>*>
      extent;  ///< of the owned dual cells: half the projections of their surface on the axes
  Kokkos::View<Moments<D>*> inverse_moments;  ///< at owned vertices: inverse matrix for the gradient

  Kokkos::View<Ends*> edge;
  Kokkos::View<Vector<D>*> way;  ///< from the first to the second end point
  Kokkos::View<Vector<D>*> normal;

  Kokkos::View<Corners<D>*> face;
  Kokkos::View<Vector<D>*> share;  ///< normal of what belongs to each corner of a face
  Kokkos::View<FaceKind*> kind;

  /// Contributions of edges and, after them, D of each face: to each of its corners.
  KOKKOS_INLINE_FUNCTION local_index contributions() const { return edges + D * faces; }
  KOKKOS_INLINE_FUNCTION local_index of_face(local_index f, int corner) const {
    return edges + D * f + corner;
  }

  /// To each owned vertex: numbers of contributions, or their complements where they are subtracted.
  detail::KokkosContributions<> incident;
};

}  // namespace partita::airfoil
