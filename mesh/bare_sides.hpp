#pragma once
/// \file Sides of one cell that no boundary face marks, although the mesh seems to go on behind them.

#include <span>
#include <string>

#include <partita/mesh/cell_sides.hpp>
#include <partita/mesh/mesh.hpp>
#include <partita/support/communicator.hpp>

namespace partita::mesh {

/// "(0, 0.5)", with as many coordinates as the mesh has.
std::string in_words(const Point& point, int dimension);

/// The mistake that made sides bare, as far as their places tell it: a point that is listed twice, or one
/// that hangs on a side.
/// @param sides  without a boundary face: this rank's
/// @param numbers  of the mesh's vertices in the whole mesh; empty: the same
/// @return the end of a sentence ("; the point ..."), the same on all ranks; empty if neither is found
///
/// Collective.
std::string cause_of_bare_sides(const Communicator& comm, const Mesh& mesh, std::span<const CellSide> sides,
                                std::span<const global_index> numbers);

}  // namespace partita::mesh
