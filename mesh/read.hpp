#pragma once
/// \file Mesh files of other programs.

#include <filesystem>

#include <partita/mesh/draft.hpp>
#include <partita/mesh/mesh.hpp>
#include <partita/support/communicator.hpp>

namespace partita::mesh {

/// Reads a mesh file, checks the mesh and completes it (see complete.hpp). A METIS graph gives `vertices` and
/// `edges` only.
/// @param path the extension names the format: .su2 (SU2), .msh (Gmsh 2.0 to 2.2 or 4.1, ASCII or binary),
/// .vtkhdf (UnstructuredGrid), .graph (METIS)
/// @param zone of an SU2 file, from 1 on; 0: the file's only one
/// @throws Error (`path:line: sentence`; binary: `path: byte N: sentence`) if the file cannot be read, has
/// another format, or holds no valid mesh
///
/// Not collective. MPI must run.
Mesh read(const std::filesystem::path& path, int zone = 0);

/// Reads this rank's share of a mesh file: of its points, cells and boundary faces; of a graph's edges.
/// @param path the extension names the format, as for `read`
/// @param zone of an SU2 file, from 1 on; 0: the file's only one
/// @throws CollectiveError (`path:line: sentence`; binary: `path: byte N: sentence`) if the file cannot be
/// read or has another format
///
/// Collective.
Draft read_share(const Communicator& comm, const std::filesystem::path& path, int zone = 0);

}  // namespace partita::mesh
