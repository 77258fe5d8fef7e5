#pragma once
/// \file One pass over a slice of a Gmsh file.

#include <string>

#include <partita/mesh/gmsh_input.hpp>
#include <partita/mesh/gmsh_model.hpp>
#include <partita/mesh/gmsh_state.hpp>

namespace partita::mesh {

/// Reads the slice to its end.
/// @param state  at the slice's begin, then at its end
/// @param model  takes the slice's nodes and elements; null: they are passed over
/// @throws Error (`path:line: sentence`, or `path: byte N: sentence`) if the slice has another format
///
/// Not collective.
void pass_gmsh(GmshInput& input, const std::string& path, GmshState& state, GmshModel* model);

/// Checks that the file may end in this state.
/// @param end  a scanner at the file's end
/// @throws Error as `pass_gmsh`
void finish_gmsh(TextScanner end, const std::string& path, const GmshState& state);

}  // namespace partita::mesh
