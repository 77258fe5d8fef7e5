#pragma once
/// \file A binary Gmsh file in parts, which begin and end between records.

#include <cstddef>
#include <string>
#include <vector>

#include <partita/mesh/byte_window.hpp>
#include <partita/mesh/gmsh_model.hpp>
#include <partita/mesh/gmsh_state.hpp>

namespace partita::mesh {

struct GmshPart {
  GmshState state;                 ///< at its begin
  std::size_t begin = 0, end = 0;  ///< its bytes
  std::string refusal;             ///< of the file's headers, if it lies in this part

  template <class Visit>
  void each(Visit&& visit) {
    state.each(visit);
    visit(begin, end, refusal);
  }
};

struct GmshParts {
  std::vector<GmshPart> parts;
  GmshState whole;  ///< at the end of the file
};

/// Cuts a file into nearly equal parts. Reads the headers only. Not collective.
GmshParts cut_gmsh(ByteWindow& window, const std::string& path, int parts);

/// Appends a part to a model. Not collective.
/// @throws Error (`path: byte N: sentence`) if it has another format
void read_part(ByteWindow& window, const std::string& path, GmshPart& part, GmshModel& model);

}  // namespace partita::mesh
