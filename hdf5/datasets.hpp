#pragma once
/// \file Datasets of rows.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include <partita/inspector/block_distribution.hpp>
#include <partita/support/communicator.hpp>
#include <partita/support/error.hpp>

#include "hdf5/handle.hpp"

namespace partita::hdf5 {

/// Rows of a dataset, and values in a row. Rows of one value are a plain array, unless a column is wanted.
struct Shape {
  hsize_t rows;
  hsize_t columns = 1;
  bool is_column = false;

  bool operator==(const Shape&) const = default;
  int dimensions() const { return columns == 1 && !is_column ? 1 : 2; }
};

/// Consecutive rows of a dataset.
struct Rows {
  std::int64_t begin, end;

  std::int64_t size() const { return end - begin; }
};

/// This rank's block of a table's rows, of any length.
inline Rows block_of(const Communicator& comm, std::int64_t rows) {
  const detail::BlockDistribution blocks{rows, comm.size()};
  return {blocks.first(comm.rank()), blocks.first(comm.rank() + 1)};
}

inline Handle make_group(hid_t parent, const char* name) {
  return {H5Gcreate2(parent, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose};
}

inline Handle space_of(const Shape& shape) {
  const std::array<hsize_t, 2> extents{shape.rows, shape.columns};
  return {H5Screate_simple(shape.dimensions(), extents.data(), nullptr), H5Sclose};
}

/// Selects a share of a dataset's rows. Returns the space of the share in memory.
inline Handle select(hid_t space, const Shape& shape, const Rows& share) {
  const auto rows = static_cast<hsize_t>(share.size());
  const std::array<hsize_t, 2> first{static_cast<hsize_t>(share.begin), 0}, count{rows, shape.columns};
  if (rows == 0)
    check(H5Sselect_none(space));
  else
    check(H5Sselect_hyperslab(space, H5S_SELECT_SET, first.data(), nullptr, count.data(), nullptr));
  return space_of({rows, shape.columns});
}

/// A dataset to be made.
struct NewTable {
  std::string name;
  hid_t type;  ///< in memory and in the file
  Shape shape;

  std::uint64_t row_bytes() const { return shape.columns * H5Tget_size(type); }
};

/// Makes a dataset, in groups that are made as its name says. Its rows have a place, and no values yet.
inline Handle make_dataset(hid_t file, const NewTable& table) {
  const Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
  check(H5Pset_create_intermediate_group(links, 1));
  const Handle space = space_of(table.shape);
  const Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  check(H5Pset_obj_track_times(creation, false));  // the same values make the same file
  check(H5Pset_alloc_time(creation, H5D_ALLOC_TIME_EARLY));
  check(H5Pset_fill_time(creation, H5D_FILL_TIME_NEVER));
  return {H5Dcreate2(file, table.name.c_str(), table.type, space, links, creation, H5P_DEFAULT), H5Dclose};
}

inline Handle open_dataset(hid_t file, const std::string& name) {
  return {H5Dopen2(file, name.c_str(), H5P_DEFAULT), H5Dclose};
}

/// Throws Error if the dataset has neither one dimension nor two, or if its bytes in a file of this many
/// bytes cannot hold as many values: a damaged or invented shape asks for no memory.
inline Shape shape_of(hid_t dataset, const std::string& name, std::uint64_t file_bytes) {
  const Handle space(H5Dget_space(dataset), H5Sclose), type(H5Dget_type(dataset), H5Tclose),
      creation(H5Dget_create_plist(dataset), H5Pclose);
  std::array<hsize_t, 2> extents{0, 1};
  const int dimensions = H5Sget_simple_extent_ndims(space);
  if (dimensions != 1 && dimensions != 2) throw Error("its ", name, " is no table");
  check(H5Sget_simple_extent_dims(space, extents.data(), nullptr));
  if (H5Pget_layout(creation) == H5D_VIRTUAL)
    throw Error("its ", name, " lies in other files; copy it into this one");
  constexpr std::uint64_t compression = 1032;  // the most of deflate, HDF5's own filter
  const std::uint64_t bytes = std::min<std::uint64_t>(H5Dget_storage_size(dataset), file_bytes);
  const std::uint64_t most = (H5Pget_nfilters(creation) > 0 ? compression : 1) * bytes / H5Tget_size(type);
  if (extents[1] == 0 || extents[0] > most / extents[1])
    throw Error("its ", name, " claims to be longer than the file");
  return {extents[0], extents[1]};
}

/// Reads a share of a dataset, for which `values` has room. Not collective.
inline void read_rows(hid_t dataset, hid_t type, const Shape& shape, const Rows& share, void* values) {
  if (share.size() == 0) return;
  const Handle space(H5Dget_space(dataset), H5Sclose);
  const Handle memory = select(space, shape, share);
  check(H5Dread(dataset, type, memory, space, H5P_DEFAULT, values));
}

}  // namespace partita::hdf5
