#pragma once
/// \file One rank's part of the mesh in the kernels' memory.
///
/// A loop over edges that adds to both ends would need atomics, and its bits would differ from run to run. So
/// there are two kernels. One over edges stores the contributions of each edge. One over owned vertices adds
/// the stored contributions in the order of the edges' global numbers, then those of the faces. The bits of a
/// sum thus depend neither on the number of ranks nor on the owners.

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
  /// Collective: it exchanges the points of the ghosts.
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
  Kokkos::View<Vector<D>*> share;  ///< part of a face's normal that belongs to each of its corners
  Kokkos::View<FaceKind*> kind;

  /// Number of contributions: one per edge and, after them, D per face, one for each of its corners.
  KOKKOS_INLINE_FUNCTION local_index contributions() const { return edges + D * faces; }
  KOKKOS_INLINE_FUNCTION local_index of_face(local_index f, int corner) const {
    return edges + D * f + corner;
  }

  /// To each owned vertex: numbers of contributions, or their complements where they are subtracted.
  detail::KokkosContributions<> incident;
};

}  // namespace partita::airfoil
