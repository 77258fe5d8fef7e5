#pragma once
/// \file What HDF5 writes about the rows of tables, and where the rows belong: made by one process, without
/// the rows.
///
/// HDF5 makes a file in memory. What it has written is taken from there, and the rows go to the true file by
/// plain calls of the system. So no failure of a disk happens inside HDF5, which some versions do not
/// survive, and no HDF5 with MPI is needed.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "hdf5/datasets.hpp"
#include "hdf5/handle.hpp"
#include "hdf5/sparse_memory.hpp"

namespace partita::hdf5 {

struct Layout {
  /// What HDF5 has written; to be written before the rows.
  std::shared_ptr<SparseMemory> about = std::make_shared<SparseMemory>();
  std::vector<std::uint64_t> first;  ///< by table, where its rows begin; 0 if it has none
};

/// @param describe  describe(file) makes all but the tables
/// @throws Error  if HDF5 fails. Not collective.
template <class Describe>
Layout lay_out(std::span<const NewTable> tables, Describe&& describe) {
  const QuietErrors quiet;
  Layout layout;
  Handle file = create_in(layout.about);
  describe(static_cast<hid_t>(file));
  for (const NewTable& table : tables) {
    const haddr_t first = H5Dget_offset(make_dataset(file, table));
    if (first == HADDR_UNDEF && table.shape.rows > 0) check(-1);
    layout.first.push_back(table.shape.rows > 0 ? first : 0);
  }
  file.close();
  return layout;
}

}  // namespace partita::hdf5
