#pragma once
/// \file A text file in slices of whole lines, for a reader that takes them one after the other.

#include <string>
#include <string_view>
#include <vector>

#include <partita/support/communicator.hpp>
#include <partita/support/input_file.hpp>
#include <partita/support/text_scanner.hpp>

namespace partita::mesh {

/// A mesh file that the ranks of a communicator read together.
struct MeshSource {
  std::string path;
  const Communicator& comm;
  int zone = 0;    ///< of an SU2 file, from 1 on; 0: the file's only one
  int slices = 1;  ///< that each rank reads; more than one is for tests
};

/// The lines that begin in one of the equal parts of a file.
struct Slice {
  std::string_view text;
  TextPart part;  ///< the number of its first line is not known yet
};

/// Reads the slice of one of the equal parts, and nothing of the others but what is between its part's begin
/// and the first line's. A part in which no line begins has an empty slice.
/// @param text  takes the slice's text
/// @throws Error if the file cannot be read. Not collective.
Slice slice_of(const InputFile& file, int part, int parts, std::string& text);

/// This rank's slices of a file.
/// @param texts  takes what is read of the file, slice by slice
/// @throws CollectiveError if the file cannot be read or is empty. Collective.
std::vector<Slice> slices_of(const MeshSource& source, std::vector<std::string>& texts);

}  // namespace partita::mesh
