#pragma once
/// \file The pieces of an unstructured grid in a VTKHDF file. Not collective.

#include <vector>

#include <partita/mesh/element_types.hpp>
#include <partita/mesh/mesh.hpp>
#include <partita/support/types.hpp>

#include "hdf5/group.hpp"

namespace partita::mesh {

/// Where each piece begins, and where the last one ends.
struct Pieces {
  std::vector<global_index> points, cells, ids;  ///< ids: entries of Connectivity

  std::size_t count() const { return cells.size() - 1; }
};

/// Of the first step, if the grid has several.
/// @param grid  the group VTKHDF
/// @throws Error if that is no UnstructuredGrid of version 1 or 2, or if its counts do not fit its tables
Pieces read_pieces(const hdf5::Group& grid);

/// Throws Error if points do not have three coordinates.
std::vector<Point> read_points(const hdf5::Group& grid, const hdf5::Rows& points);

/// Cells in the sense of VTK: of any dimension.
struct Elements {
  std::vector<const ElementType*> types;
  std::vector<global_index> vertices;  ///< of all elements; numbers of points in the whole grid
  std::vector<bool> is_copy;           ///< of a cell of another piece (vtkGhostType)
};

/// Throws Error if VTK's type is not read, or if Offsets or Connectivity do not fit.
Elements read_elements(const hdf5::Group& grid, const Pieces& pieces, const hdf5::Rows& cells);

}  // namespace partita::mesh
