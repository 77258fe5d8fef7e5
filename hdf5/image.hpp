#pragma once
/// \file Files in memory, of one process.
///
/// HDF5 1.10 cannot close a file that it cannot write to a full disk, and crashes when the program ends. A
/// file is therefore made in memory, and its image is written at once.

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "hdf5/handle.hpp"

namespace partita::hdf5 {

inline Handle in_memory(std::size_t growth) {
  Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  check(H5Pset_fapl_core(access, growth, false));
  return access;
}

/// A new file.
inline Handle create_in_memory() {
  constexpr std::size_t growth = std::size_t{1} << 20;
  return {H5Fcreate("in memory", H5F_ACC_TRUNC, H5P_DEFAULT, in_memory(growth)), H5Fclose};
}

/// A file from its image, to be read.
inline Handle open_image(std::vector<char>& bytes) {
  const Handle access = in_memory(bytes.size());
  check(H5Pset_file_image(access, bytes.data(), bytes.size()));
  return {H5Fopen("in memory", H5F_ACC_RDONLY, access), H5Fclose};
}

/// Writes the image of a file. Throws Error if the disk is full.
inline void write_image(hid_t file, const std::filesystem::path& path) {
  check(H5Fflush(file, H5F_SCOPE_GLOBAL));
  const auto size = H5Fget_file_image(file, nullptr, 0);
  check(size);
  std::vector<char> bytes(size);
  check(H5Fget_file_image(file, bytes.data(), bytes.size()));
  std::ofstream out(path, std::ios::binary);
  out.write(bytes.data(), std::ssize(bytes));
  out.close();
  if (!out) throw Error("the disk may be full");
}

}  // namespace partita::hdf5
