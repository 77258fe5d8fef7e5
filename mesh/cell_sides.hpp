#pragma once
/// \file Which cells share a side.

#include <array>
#include <functional>
#include <span>

#include <partita/mesh/mesh.hpp>

namespace partita::mesh {

/// A side as one of its cells has it. All cells at a side give it the same key.
struct CellSide {
  std::array<global_index, 4> key;  ///< from the smallest corner on towards its smaller neighbour; then -1
  global_index cell;
  bool reversed;  ///< the cell turns the other way around the corners

  /// The corners as in BoundaryFace: the cell is to their left (3D: they turn counter-clockwise seen from
  /// outside).
  std::array<global_index, 4> oriented() const;

  auto operator<=>(const CellSide&) const = default;
};

/// @param corners as in BoundaryFace; behind them -1
/// Not collective.
CellSide make_side(const std::array<global_index, 4>& corners, global_index cell);

/// Calls visit(sides) for each side of the mesh whose smallest vertex is in `range`, ascending by key: the
/// side as its cells have it, ascending by cell. A side between two cells is reversed for exactly one of
/// them, unless they overlap.
/// @param mesh `cells` and `cell_vertices` are read
///
/// Not collective.
void for_each_side(const Mesh& mesh, const VertexRange& range,
                   const std::function<void(std::span<const CellSide>)>& visit);

}  // namespace partita::mesh
