#pragma once
/// \file The tables of an unstructured grid in a VTKHDF file.

#include <partita/mesh/mesh.hpp>
#include <partita/support/communicator.hpp>

#include "hdf5/tables.hpp"

namespace partita::mesh {

/// Where a rank's consecutive share of a mesh lies in the whole mesh.
struct GridPlaces {
  hdf5::Place points, cells, ids, faces;  ///< ids: vertices of all cells, one cell after the other
  int face_columns;                       ///< the most corners of a boundary face
  bool is_last;                           ///< of the shares
};

/// Collective.
GridPlaces places_of(const Communicator& comm, const Mesh& share);

/// Adds the tables of a share as VTK has it: those of the groups VTKHDF and partita but for the fields. They
/// refer to the share. Not collective.
void add_grid(hdf5::Tables& tables, const Mesh& share, const GridPlaces& places);

}  // namespace partita::mesh
