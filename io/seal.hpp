#pragma once
/// \file A last line of a file, by which a reader checks that the file is complete and unchanged.
///
/// HDF5 does not notice a flipped bit in its numbers, and may crash on one in its own tables. The bytes of a
/// sealed file are therefore checked before HDF5 reads them. HDF5 ignores bytes behind its file, so h5dump
/// and h5py read a sealed file, too. `tail -1` shows the line:
///
///   Partita schedule, format 1, checksum 27de1c9a0d4ea6e1

#include <filesystem>
#include <vector>

namespace partita {

/// Version of the file's content, and of the line itself.
inline constexpr int schedule_file_format = 2;

/// Appends the line. Throws Error if the file cannot be read or written. Not collective.
void seal(const std::filesystem::path& path);

/// The bytes above the line. Throws Error if there is no such file, if the line is missing (another kind of
/// file, or a part of one), has another format, or does not fit the bytes. Not collective.
std::vector<char> read_sealed(const std::filesystem::path& path);

}  // namespace partita
