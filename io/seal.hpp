#pragma once
/// \file A last line under a file, by which a reader knows that it is whole and as it was written.
///
/// HDF5 itself does not notice a flipped bit in its numbers, and may crash on one in its own tables. A sealed
/// file's bytes are judged before HDF5 sees any of them. HDF5 does not mind what follows its file, so that
/// h5dump and h5py read a sealed one, too. `tail -1` shows the line:
///
///   Partita schedule, format 1, checksum 27de1c9a0d4ea6e1

#include <filesystem>
#include <vector>

namespace partita {

/// Of what is in the file, and of the line itself.
inline constexpr int schedule_file_format = 1;

/// Appends the line. Throws Error when the file cannot be read or written.
void seal(const std::filesystem::path& path);

/// The bytes above the line. Throws Error when there is no such file, when the line is missing (another kind
/// of file, or not all of it), of another format, or not that of these bytes.
std::vector<char> read_sealed(const std::filesystem::path& path);

}  // namespace partita
