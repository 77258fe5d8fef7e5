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

/// A way from an edge's first node to its second has the edge's first cell on its right and the second, if
/// any, on its left. Nodes that lie on each other are not welded: the cut behind the airfoil has two rows of
/// them, and its edges name the nodes of their second cell.
struct Grid {
  std::vector<std::array<double, 2>> nodes;             ///< x, y
  std::vector<std::array<global_index, 4>> cell_nodes;  ///< counter-clockwise
  std::vector<std::array<global_index, 2>> edge_nodes;  ///< edges between two cells
  std::vector<std::array<global_index, 2>> edge_cells;
  std::vector<std::array<global_index, 2>> bedge_nodes;  ///< edges of the boundary
  std::vector<global_index> bedge_cell;
  std::vector<int> bound;  ///< wall or far_field, of each edge of the boundary
};

/// The C-grid about a NACA 0012 that OP2's generator makes, number for number: nodes and cells row by row
/// from the airfoil and the cut outwards, coordinates with the six decimals of OP2's files. `surface` is the
/// number of cells along the airfoil, and along each side of the cut behind it; `layers` the number of cells
/// from there to the far field. The benchmark's grid is make(400, 600), of 720000 cells; make(40, 60) is
/// OP2's new_grid_small.dat. Throws Error for less than 2 cells or 1 layer, and for more nodes than local
/// indices count.
Grid make(int surface, int layers);

/// Reads OP2's text format. Throws Error, `path:line: sentence`, if the file cannot be read, is cut short,
/// names a node, cell or kind of boundary that there is not, or holds more than it announces. Whether the
/// edges fit the cells is not checked.
Grid read(const std::filesystem::path& path);

/// The same for a text in memory; `path` is for errors only.
Grid read(std::string_view text, const std::string& path);

}  // namespace partita::op2_airfoil
