#pragma once
/// \file Entities, nodes and elements of Gmsh's format 4.1.

#include <partita/mesh/gmsh_records.hpp>

namespace partita::mesh {

/// Each reads its section to the end. Not collective.
/// @return false if the slice ends before the section
/// @throws Error if the section has another format
bool read_entities_4(GmshRecords& at);
bool read_nodes_4(GmshRecords& at);
bool read_elements_4(GmshRecords& at);

}  // namespace partita::mesh
