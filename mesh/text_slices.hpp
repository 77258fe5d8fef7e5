#pragma once
/// \file A text file in slices of whole lines, for a reader that takes them one after the other.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <partita/support/communicator.hpp>
#include <partita/support/text_scanner.hpp>

namespace partita::mesh {

/// The text of a mesh file: in a file that the ranks of a communicator read together, or in memory.
struct TextSource {
  std::string path;
  const Communicator* comm = nullptr;  ///< null: this process alone reads `text`
  std::string_view text = {};
  int slices = 1;  ///< of `text`; more than one is for tests
};

/// The lines that begin in one of the equal parts of a file.
struct Slice {
  std::string text;
  TextPart part;  ///< the number of its first line is not known yet
};

/// Reads the slice of one of the equal parts, and nothing of the others but what is between its part's begin
/// and the first line's. A part in which no line begins has an empty slice.
/// @throws Error if the file cannot be read. Not collective.
Slice slice_of(FileBytes& file, int part, int parts);

/// Reads this rank's slice of a file.
/// @throws CollectiveError if the file cannot be read or is empty
///
/// Collective.
Slice read_slice(const Communicator& comm, const std::filesystem::path& path);

/// Cuts a text into slices.
std::vector<std::string_view> cut_into_slices(std::string_view text, int slices);

}  // namespace partita::mesh
