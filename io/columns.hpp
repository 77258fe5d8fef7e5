#pragma once
/// \file Columns of 64-bit integers in HDF5 files, which one process or all ranks write.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include <partita/support/communicator.hpp>

#include "hdf5/handle.hpp"

namespace partita::hdf5 {

/// A new file that the ranks write together. Collective, and so is everything done with it.
Handle create_together(const Communicator& comm, const std::filesystem::path& path);

/// This process' share of a column: it begins at `first` of `total` numbers.
struct Share {
  std::uint64_t first;
  std::uint64_t total;
};

/// Writes a column, in groups that are made as its name says. Collective if `together`: every rank brings its
/// share, and all ranks write the same columns in the same order.
///
/// @return false if this share could not be written. The other ranks do not know, and all ranks still have to
/// close the file.
[[nodiscard]] bool write_column(hid_t file, const std::string& name, std::span<const std::int64_t> values,
                                const Share& share, bool together);

/// Reads a column of a file of this many bytes. Not collective.
/// @throws Error if there is none, or if it claims to be longer than the file.
std::vector<std::int64_t> read_column(hid_t file, const std::string& name, std::size_t file_bytes);

}  // namespace partita::hdf5
