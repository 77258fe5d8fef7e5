#pragma once
/// \file The readers of each file format, without the mesh's completion.

#include <filesystem>

#include <partita/mesh/draft.hpp>
#include <partita/mesh/text_slices.hpp>

namespace partita::mesh {

/// Reads a mesh file as it is. Parameters and errors as for `read`. Not collective.
Draft read_draft(const std::filesystem::path& path, int zone = 0);

/// A format of mesh files.
struct MeshFormat {
  const char* extension;
  const char* name;
  Draft (*read)(const TextSource& source);
};

/// The format that the path's extension names.
/// @throws Error if there is none, or if it has no zones and one is asked for
const MeshFormat& format_of(const std::filesystem::path& path, int zone);

/// Each reads a file; this rank's share of it if the source has a communicator.
/// @throws Error (`path:line: sentence`; binary: `path: byte N: sentence`) if the file has another format;
/// CollectiveError if the source has a communicator
///
/// Collective if the source has a communicator.
Draft su2_draft(const TextSource& source);
Draft gmsh_draft(const TextSource& source);
Draft op2_draft(const TextSource& source);
Draft metis_graph_draft(const TextSource& source);

/// The same for an UnstructuredGrid of VTKHDF 1 or 2: of one piece or several, whose common points are
/// merged; of several steps, the first. Datasets may be chunked, compressed and of any integers or floats.
///
/// The boundary is that of `write_vtkhdf`, or else all cells of one dimension less. An array of integers in
/// CellData has their markers: `marker`, `gmsh:physical` or `CellEntityIds`; without one they are "boundary".
/// @throws Error or CollectiveError (`path: cannot be read: sentence`) if the file is none, is incomplete or
/// contradicts itself, or has no boundary
Draft vtkhdf_draft(const TextSource& source);

}  // namespace partita::mesh
