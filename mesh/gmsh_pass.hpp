#pragma once
/// \file Gmsh's format, for read_slices.

#include <string>

#include <partita/mesh/gmsh_records.hpp>
#include <partita/mesh/read_slices.hpp>

namespace partita::mesh {

/// Its slices are lines in the ASCII form, bytes in the binary form. Not collective.
struct GmshFormat {
  using State = GmshState;
  using Share = GmshModel;
  static constexpr LineRule rule = LineRule::blank;

  const std::string& path;

  /// @throws Error (`path:line: sentence`, or `path: byte N: sentence`) if the slice has another format
  void pass(GmshInput& slice, State& state, SharesRead<GmshFormat>* read) const;
  void pass(Lines& lines, State& state, SharesRead<GmshFormat>* read) const;

  /// Checks that the file may end in this state.
  /// @param end  a scanner at the file's end
  /// @throws Error as `pass`
  void finish(TextScanner end, const State& state) const;
};

}  // namespace partita::mesh
