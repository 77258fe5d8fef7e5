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

/// Rows of a dataset, and values in a row. Rows of one value are a plain array.
struct Shape {
  hsize_t rows;
  hsize_t columns = 1;

  bool operator==(const Shape&) const = default;
  int dimensions() const { return columns == 1 ? 1 : 2; }
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

/// What a file says of itself is not to lead to others: to a device, or to what its writer may not read.
[[noreturn]] inline void refuse_other_files(const std::string& name) {
  throw Error("its ", name, " lies in other files; copy it into this one");
}

/// The shape of a dataset that a stranger may have made.
///
/// A damaged or invented shape asks for no memory. Neither the rows nor one chunk, which HDF5 unpacks as a
/// whole, are larger than the dataset's bytes in a file of this many bytes can become.
/// @throws Error if the dataset has no numbers, or neither one dimension nor two; if its values lie in other
/// files; if it is too large
inline Shape shape_of(hid_t dataset, const std::string& name, std::uint64_t file_bytes) {
  const Handle creation(H5Dget_create_plist(dataset), H5Pclose);
  const H5D_layout_t layout = H5Pget_layout(creation);
  if (layout == H5D_VIRTUAL || H5Pget_external_count(creation) != 0) refuse_other_files(name);
  const Handle space(H5Dget_space(dataset), H5Sclose), type(H5Dget_type(dataset), H5Tclose);
  if (!is_of_numbers(type)) throw Error("its ", name, " has no numbers");
  std::array<hsize_t, 2> extents{0, 1};
  const int dimensions = H5Sget_simple_extent_ndims(space);
  if (dimensions != 1 && dimensions != 2) throw Error("its ", name, " is no table");
  check(H5Sget_simple_extent_dims(space, extents.data(), nullptr));
  constexpr std::uint64_t compression = 1032;  // the most of deflate, HDF5's own filter
  const std::uint64_t bytes = std::min<std::uint64_t>(H5Dget_storage_size(dataset), file_bytes);
  const std::uint64_t most = (H5Pget_nfilters(creation) > 0 ? compression : 1) * bytes / H5Tget_size(type);
  std::array<hsize_t, 2> chunk{0, 1};
  if (layout == H5D_CHUNKED && extents[0] > 0) check(H5Pget_chunk(creation, dimensions, chunk.data()));
  for (const auto& [rows, columns] : {extents, chunk})
    if (columns == 0 || rows > most / columns)
      throw Error("its ", name, " claims to be longer than the file");
  return {extents[0], extents[1]};
}

/// Reads a share of a dataset, for which `values` has room. Not collective.
inline void read_rows(hid_t dataset, hid_t type, const Shape& shape, const Rows& share, void* values) {
  if (share.size() == 0) return;
  const Handle space(H5Dget_space(dataset), H5Sclose);
  const std::array<hsize_t, 2> first{static_cast<hsize_t>(share.begin), 0};
  const std::array<hsize_t, 2> count{static_cast<hsize_t>(share.size()), shape.columns};
  check(H5Sselect_hyperslab(space, H5S_SELECT_SET, first.data(), nullptr, count.data(), nullptr));
  const Handle memory = space_of({count[0], count[1]});
  check(H5Dread(dataset, type, memory, space, H5P_DEFAULT, values));
}

}  // namespace partita::hdf5
