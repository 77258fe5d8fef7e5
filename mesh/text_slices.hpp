#pragma once
/// \file A text file in slices of whole lines, for a reader that takes them one after the other.

#include <string>
#include <string_view>
#include <vector>

#include <partita/support/communicator.hpp>
#include <partita/support/input_file.hpp>
#include <partita/support/text_scanner.hpp>

namespace partita::mesh {

/// The text of a mesh file: in a file that the ranks of a communicator read together, or in memory.
struct TextSource {
  std::string path;
  const Communicator* comm = nullptr;  ///< null: this process alone reads `text`
  std::string_view text = {};
  int slices = 1;  ///< of `text`; more than one is for tests
  int zone = 0;    ///< of an SU2 file, from 1 on; 0: the file's only one
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

/// This rank's slice of a file, or all slices of a text in memory.
/// @param text  takes what is read of the file
/// @throws Error if the file cannot be read or is empty; CollectiveError if the source has a communicator
///
/// Collective if the source has a communicator.
std::vector<Slice> slices_of(const TextSource& source, std::string& text);

}  // namespace partita::mesh
