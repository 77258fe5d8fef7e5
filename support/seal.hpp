#pragma once
/// \file A last line of a file, by which a reader checks that the file is complete and unchanged.
///
/// HDF5 does not notice a flipped bit in its numbers, and may crash on one in its own tables. The bytes of a
/// sealed file are therefore checked before HDF5 reads them. HDF5 ignores bytes behind its file, so h5dump
/// and h5py read a sealed file, too. `tail -1` shows the line:
///
///   Partita schedule, format 6, checksum 27de1c9a0d4ea6e1
///
/// The checksum is the sum of the hashes (XXH64) of the file's blocks. Any number of ranks compute it
/// together, each from a share of the blocks.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <partita/support/communicator.hpp>
#include <partita/support/input_file.hpp>

namespace partita {

/// What a sealed file contains, and the version of its format and of the line.
struct SealedContent {
  std::string_view name;  ///< "schedule"
  int format;
};

/// The line for the bytes that a file has, which is to be appended to it. Throws Error if the file cannot be
/// read. Not collective.
std::string seal_for(const InputFile& file, const SealedContent& content);

/// The same; every rank reads a share of the file. Collective.
/// @throws CollectiveError if the file cannot be read
std::string seal_for(const Communicator& comm, const InputFile& file, const SealedContent& content);

/// The bytes above the line. Throws Error if there is no such file, if the line is missing (another content,
/// or a part of the file), has another format, or does not fit the bytes. Not collective.
std::vector<char> read_sealed(const std::filesystem::path& path, const SealedContent& content);

/// Checks a file as `read_sealed` does; every rank reads a share of it. Collective.
/// @return its seal, as `seal_of` does
/// @throws CollectiveError where `read_sealed` throws
std::string check_seal(const Communicator& comm, const std::filesystem::path& path,
                       const SealedContent& content);

/// The line, which tells files of the same name apart. Throws Error as `read_sealed`, but does not compare
/// the line with the bytes. Not collective.
std::string seal_of(const std::filesystem::path& path, const SealedContent& content);

}  // namespace partita
