#pragma once
/// \file Reading meshes from files that others wrote.

#include <filesystem>
#include <string>
#include <string_view>

#include <partita/mesh/mesh.hpp>

namespace partita::mesh {

/// Reads a mesh file, whose extension says what it is: .su2 (SU2), .msh (Gmsh 2.2 or 4.1, ASCII or binary),
/// .dat (OP2's airfoil grids), .graph (METIS). The mesh is checked and complete (see complete.hpp); a METIS
/// graph gives `vertices` and `edges` only. Throws Error, `path:line: sentence` (binary: `path: byte N:
/// sentence`), if the file cannot be read, is not of its format, or holds no valid mesh.
Mesh read(const std::filesystem::path& path);

/// The same for a text in memory; `path` is for errors only.
Mesh read_su2(std::string_view text, const std::string& path);
Mesh read_gmsh(std::string_view text, const std::string& path);
Mesh read_op2(std::string_view text, const std::string& path);
Mesh read_metis_graph(std::string_view text, const std::string& path);

}  // namespace partita::mesh
