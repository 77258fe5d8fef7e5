#pragma once
/// \file Mesh files, read by all ranks together.

#include <filesystem>

#include <partita/mesh/draft.hpp>
#include <partita/support/communicator.hpp>

namespace partita::mesh {

/// Reads this rank's share of a mesh file: of its points, cells and boundary faces; of a graph's edges.
/// @param path the extension names the format, as for `read`
/// @param zone of an SU2 file, from 1 on; 0: the file's only one
/// @throws CollectiveError (`path:line: sentence`; binary: `path: byte N: sentence`) if the file cannot be
/// read or has another format
///
/// Collective.
Draft read_share(const Communicator& comm, const std::filesystem::path& path, int zone = 0);

}  // namespace partita::mesh
