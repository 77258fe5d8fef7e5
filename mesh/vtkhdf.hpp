#pragma once
/// \file Meshes and fields in one VTKHDF file, which ParaView and VTK open.

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include <partita/inspector/named_field.hpp>
#include <partita/mesh/mesh.hpp>
#include <partita/support/communicator.hpp>
#include <partita/support/types.hpp>

namespace partita::mesh {

/// Fields on some of a mesh's points, cells or boundary faces: a row of each field for each number.
struct FieldsByNumber {
  std::span<const global_index> numbers;  ///< in the whole mesh's order, from 0
  std::vector<NamedField> fields;
};

/// The values that a file contains besides the mesh. Each rank brings any rows, in any order: no partition
/// needs to be that of the mesh's shares.
struct Results {
  FieldsByNumber points, cells, boundary;
  std::map<std::string, double> constants;  ///< "mach", "lift_coefficient" ...; on all ranks the same
};

/// Writes a mesh with results: VTKHDF 1.0, an UnstructuredGrid in one piece. All ranks write it together; no
/// rank needs memory for more than its shares. The file's bytes do not depend on the number of ranks. The
/// file is complete or absent. Collective.
///
/// VTK has no place for the boundary and the constants, so they are in the group /partita:
/// `boundary_vertices`, n x 2, in three dimensions n x 3, or n x 4 with quadrilaterals (then -1 is a
/// triangle's fourth); `boundary_marker`, n; their names `markers`; `boundary_NAME` for each field on the
/// boundary; constants as attributes.
///
/// @param share  this rank's consecutive share of points, cells and boundary faces: the shares of all ranks
/// one after the other are the mesh. Vertices are numbered by their points' places in the whole mesh.
/// `dimension` and `markers` are on all ranks the same. A whole mesh is the share of one rank.
/// @param results  each number of points, cells and faces is on one rank, if there are fields on them
/// @throws CollectiveError if the file cannot be written, which stays as it was then; if a share is no mesh,
/// or fields and shares do not fit; if ranks disagree about names, types or constants.
///
/// Format: VTK File Formats, "VTKHDF" (Kitware). The first triangle of VTK's wedge turns clockwise seen from
/// the second one (class vtkWedge), unlike that of a prism here.
void write_vtkhdf(const Communicator& comm, const std::filesystem::path& path, const Mesh& share,
                  const Results& results);

}  // namespace partita::mesh
