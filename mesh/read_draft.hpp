#pragma once
/// \file The readers of each file format, without the mesh's completion.

#include <filesystem>
#include <string>
#include <string_view>

#include <partita/mesh/draft.hpp>
#include <partita/mesh/text_slices.hpp>

namespace partita::mesh {

/// Reads a mesh file as it is. Parameters and errors as for `read`. Not collective.
Draft read_draft(const std::filesystem::path& path, int zone = 0);

/// A format of mesh files.
struct MeshFormat {
  const char* extension;
  const char* name;
  Draft (*read)(const TextSource& source, int zone);
};

/// The format that the path's extension names.
/// @throws Error if there is none, or if it has no zones and one is asked for
const MeshFormat& format_of(const std::filesystem::path& path, int zone);

/// Each reads a file; this rank's share of it if the source has a communicator.
/// @throws Error (`path:line: sentence`; binary: `path: byte N: sentence`) if the file has another format;
/// CollectiveError if the source has a communicator
///
/// Collective if the source has a communicator.
Draft su2_draft(const TextSource& source, int zone = 0);
Draft gmsh_draft(const TextSource& source);
Draft op2_draft(const TextSource& source);
Draft metis_graph_draft(const TextSource& source);

/// Reads a file's content; `path` appears in error messages only. Not collective.
/// @throws Error (`path: sentence`) if the content has another format
Draft vtkhdf_draft(std::string_view bytes, const std::string& path);

}  // namespace partita::mesh
