#pragma once
/// \file Nodes and elements of Gmsh's format 2.2.

#include <partita/mesh/gmsh_records.hpp>

namespace partita::mesh {

/// Each reads its section to the end. Not collective.
/// @return false if the slice ends before the section
/// @throws Error if the section has another format
bool read_nodes_2(GmshRecords& at);
bool read_elements_2(GmshRecords& at);

}  // namespace partita::mesh
