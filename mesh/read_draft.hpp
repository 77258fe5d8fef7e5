#pragma once
/// \file The readers of each file format, without the mesh's completion.

#include <filesystem>
#include <string>
#include <string_view>

#include <partita/mesh/draft.hpp>
#include <partita/support/communicator.hpp>

namespace partita::mesh {

/// Reads a mesh file as it is. Parameters and errors as for `read`. Not collective.
Draft read_draft(const std::filesystem::path& path, int zone = 0);

/// Each reads a file's content; `path` appears in error messages only. Not collective.
/// @throws Error (`path:line: sentence`; binary: `path: byte N: sentence`) if the content has another format
Draft su2_draft(std::string_view text, const std::string& path, int zone = 0);
Draft gmsh_draft(std::string_view text, const std::string& path);
Draft vtkhdf_draft(std::string_view bytes, const std::string& path);
Draft op2_draft(std::string_view text, const std::string& path);
Draft metis_graph_draft(std::string_view text, const std::string& path);

/// Reads this rank's share of a VTKHDF file. One rank reads what `vtkhdf_draft` reads.
/// @throws CollectiveError (`path: cannot be read: sentence`). Collective.
Draft vtkhdf_share(const Communicator& comm, const std::filesystem::path& path);

}  // namespace partita::mesh
