#pragma once
/// \file The grids of OP2's Airfoil benchmark: quadrilaterals, and the edges between them.

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <partita/support/types.hpp>

namespace partita::op2_airfoil {

/// Kinds of boundary edges.
constexpr int wall = 1, far_field = 2;

/// Seen from an edge's first node to its second, the edge's first cell is on the right and the second, if
/// any, on the left. Coincident nodes are not merged: the cut behind the airfoil has two rows of nodes, and
/// its edges name the nodes of their second cell.
struct Grid {
  std::vector<std::array<double, 2>> nodes;             ///< x, y
  std::vector<std::array<global_index, 4>> cell_nodes;  ///< counter-clockwise
  std::vector<std::array<global_index, 2>> edge_nodes;  ///< edges between two cells
  std::vector<std::array<global_index, 2>> edge_cells;
  std::vector<std::array<global_index, 2>> bedge_nodes;  ///< edges of the boundary
  std::vector<global_index> bedge_cell;
  std::vector<int> bound;  ///< wall or far_field, of each edge of the boundary
};

/// Makes the C-grid around a NACA 0012 exactly as OP2's generator does. Nodes and cells are numbered row by
/// row from the airfoil and the cut outwards; coordinates have the six decimals of OP2's files. `surface` is
/// the number of cells along the airfoil, and along each side of the cut behind it. `layers` is the number of
/// cells from there to the far field. The benchmark's grid is make(400, 600), with 720000 cells; make(40, 60)
/// is OP2's new_grid_small.dat. Throws Error for fewer than 2 cells or 1 layer, and for more nodes than local
/// indices can count.
Grid make(int surface, int layers);

/// Reads OP2's text format. Throws Error, `path:line: sentence`, if the file cannot be read, is truncated,
/// names a node, cell or kind of boundary that does not exist, or holds more than it announces. It does not
/// check that the edges fit the cells.
Grid read(const std::filesystem::path& path);

/// The same for a text in memory; `path` appears in error messages only.
Grid read(std::string_view text, const std::string& path);

}  // namespace partita::op2_airfoil
