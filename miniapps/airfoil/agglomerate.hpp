#pragma once
/// \file Coarser levels of a mesh: its dual cells joined to larger ones, level by level.
///
/// The second level joins pairs of neighbours, each further one pairs of pairs. Steps of second order damp
/// waves of up to four vertices, which pairs can no longer show; steps of first order, on coarser levels,
/// damp those of up to eight cells.
///
/// A bond between two neighbours is as strong as the shares of their surfaces that the common face has. The
/// strongest bond of all joins first, then the strongest among the cells that are left, and so on; of equal
/// ones, a hash of their numbers decides. A cell that is left alone joins the neighbour with its strongest
/// bond. Thin cells join across their large faces, until their shape is compact: fluxes through these faces
/// are what limits the time step, and what explicit steps smoothe.
///
/// Cells join only if they have the same kinds of boundary, or none. A vertex at a wall decides the flow
/// through it. If a cell had such a vertex and an inner one, its change would be right for neither: the
/// residual then grows, first in thin cells. Boundaries of cells that join face one way, too: the two sides
/// of a trailing edge would cancel, and the cell would feel no wall. Cells at a boundary follow the inner
/// ones: two of them join if their leaders have joined, the neighbours that each has its strongest bond with,
/// among those with fewer kinds of boundary.
///
/// A bond that is the strongest of both of its ends joins before any other of theirs. So all such bonds join
/// at once, round by round, each rank with those of its cells; the result depends on the mesh alone.
///
/// Normals of faces between the same two cells are added, those of the boundary for each cell and kind: the
/// surface of each cell is closed, as before.
///
/// Lallemand, Steve, Dervieux, "Unstructured multigridding by volume agglomeration: current status",
/// Computers & Fluids 21, 1992; Mavriplis, Venkatakrishnan, "Agglomeration multigrid for two-dimensional
/// viscous flows", Computers & Fluids 24, 1995 (along strong bonds); Preis, "Linear time 1/2-approximation
/// algorithm for maximum weighted matching in general graphs", STACS 1999 (bonds that are the strongest of
/// both ends).

#include <partita/support/communicator.hpp>

#include "geometry.hpp"

namespace partita::airfoil {

/// Adds coarser levels to the geometry until it has `levels` in all, or the next one would have fewer than 64
/// cells, or more than half as many: a cycle visits each level twice as often as the one above it. The same
/// on any number of ranks. Collective.
template <int D>
void agglomerate(const Communicator& comm, Geometry<D>& geometry, int levels);

}  // namespace partita::airfoil
