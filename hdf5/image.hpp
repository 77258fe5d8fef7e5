#pragma once
/// \file Files in memory, to be read by one process.

#include <vector>

#include "hdf5/handle.hpp"

namespace partita::hdf5 {

/// A file from its image.
inline Handle open_image(std::vector<char>& bytes) {
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  check(H5Pset_fapl_core(access, bytes.size(), false));
  check(H5Pset_file_image(access, bytes.data(), bytes.size()));
  return {H5Fopen("in memory", H5F_ACC_RDONLY, access), H5Fclose};
}

}  // namespace partita::hdf5
