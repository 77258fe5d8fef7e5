#pragma once
/// \file The tables of an unstructured grid in a VTKHDF file.

#include <cstdint>
#include <span>
#include <vector>

#include <partita/mesh/mesh.hpp>
#include <partita/support/communicator.hpp>
#include <partita/support/types.hpp>

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

/// A share as VTK has it. Not collective.
class Grid {
 public:
  /// @param share  must outlive the object
  Grid(const Mesh& share, const GridPlaces& places);

  /// The tables of the groups VTKHDF and partita but for the fields. They refer to this object.
  void add_to(hdf5::Tables& tables) const;

 private:
  const Mesh& share_;
  GridPlaces places_;
  global_index points_, cells_, ids_;  // of all shares
  std::vector<std::int64_t> offsets_;
  std::vector<std::uint8_t> types_;
  std::vector<global_index> mirrored_;  // connectivity, if it is not that of the share
  std::vector<global_index> face_vertices_;
  std::vector<std::int32_t> face_markers_;
};

}  // namespace partita::mesh
