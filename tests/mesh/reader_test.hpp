#pragma once
/// \file Common functions of the mesh reader tests.

#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/mesh/complete.hpp>
#include <partita/mesh/read.hpp>
#include <partita/mesh/read_draft.hpp>
#include <partita/support/error.hpp>

#include "tests/mesh/file_in_memory.hpp"
#include "tests/sentence.hpp"

namespace partita::mesh {

/// This process alone.
inline const Communicator& self() {
  static const Communicator comm(MPI_COMM_SELF);
  return comm;
}

/// What a reader makes of the content of a file called `name`.
inline Draft read_content(Draft (*read)(const MeshSource&), std::string_view content, const std::string& name,
                          int zone = 0, int slices = 1) {
  const FileInMemory file(content);
  try {
    Draft draft = read({.path = file.path(), .comm = self(), .zone = zone, .slices = slices});
    draft.origin.path = name;
    return draft;
  } catch (const Error& error) {
    throw Error(file.named(error.what(), name));
  }
}

/// The completed mesh of a file's content.
template <Draft (*draft_of)(const MeshSource&)>
Mesh read_zone(std::string_view text, const std::string& name, int zone) {
  Draft draft = read_content(draft_of, text, name, zone);
  if (!draft.is_graph()) complete(draft.mesh, draft.origin);
  return std::move(draft.mesh);
}

template <Draft (*draft_of)(const MeshSource&)>
Mesh read_text(std::string_view text, const std::string& name) {
  return read_zone<draft_of>(text, name, 0);
}

inline constexpr auto read_su2 = read_text<su2_draft>, read_gmsh = read_text<gmsh_draft>;

/// The message of the Error that a reader throws for this text.
template <class Read>
std::string error_of(Read read, std::string_view text, const std::string& path) {
  return testing_support::sentence_of([&] { read(text, path); });
}

/// The text with one piece replaced; the piece must occur.
inline std::string with(std::string text, std::string_view piece, std::string_view replacement) {
  const std::size_t found = text.find(piece);
  EXPECT_NE(found, std::string::npos) << "the text has no " << piece;
  return found == std::string::npos ? text : text.replace(found, piece.size(), replacement);
}

/// Every truncation of the file must be refused by an Error. Only trailing blanks may be missing.
template <class Read>
void expect_no_beginning_is_read(Read read, const std::string& text) {
  const std::size_t end = text.find_last_not_of(" \n") + 1;
  for (std::size_t size = 0; size < end; ++size)
    EXPECT_NE(error_of(read, text.substr(0, size), "cut"), "") << "cut to " << size << " bytes";
}

/// Number of boundary faces with each marker.
inline std::map<std::string, int> faces_by_marker(const Mesh& mesh) {
  std::map<std::string, int> faces;
  for (const BoundaryFace& face : mesh.boundary) ++faces[mesh.markers[face.marker]];
  return faces;
}

}  // namespace partita::mesh
