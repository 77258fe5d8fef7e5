#pragma once
/// \file The readers of each file format, without the mesh's completion.

#include <filesystem>

#include <partita/mesh/draft.hpp>
#include <partita/mesh/text_slices.hpp>

namespace partita::mesh {

/// A format of mesh files.
struct MeshFormat {
  const char* extension;
  const char* name;
  Draft (*read)(const MeshSource& source);
};

/// The format that the path's extension names.
/// @throws Error if there is none, or if it has no zones and one is asked for
const MeshFormat& format_of(const std::filesystem::path& path, int zone);

/// Each reads this rank's share of a file. Collective.
/// @throws CollectiveError (`path:line: sentence`; binary: `path: byte N: sentence`) if the file cannot be
/// read or has another format
Draft su2_draft(const MeshSource& source);
Draft gmsh_draft(const MeshSource& source);
Draft metis_graph_draft(const MeshSource& source);

/// The same for an UnstructuredGrid of VTKHDF 1 or 2: of one piece or several, whose common points are
/// merged; of several steps, the first. Datasets may be chunked, compressed and of any integers or floats.
///
/// The boundary is that of `write_vtkhdf`, or else all cells of one dimension less. An array of integers in
/// CellData has their markers: `marker`, `gmsh:physical` or `CellEntityIds`; without one they are "boundary".
/// @throws CollectiveError (`path: cannot be read: sentence`) if the file is none, is incomplete or
/// contradicts itself, or has no boundary
Draft vtkhdf_draft(const MeshSource& source);

}  // namespace partita::mesh
