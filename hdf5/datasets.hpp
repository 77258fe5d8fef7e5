#pragma once
/// \file Datasets of rows, which one process or all ranks write.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <partita/inspector/block_distribution.hpp>
#include <partita/support/communicator.hpp>
#include <partita/support/error.hpp>
#include <partita/support/reduce.hpp>

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

/// Makes a dataset, in groups that are made as its name says. Collective if the file is.
inline Handle make_dataset(hid_t file, const std::string& name, hid_t type, const Shape& shape) {
  const Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
  check(H5Pset_create_intermediate_group(links, 1));
  const Handle space = space_of(shape);
  const Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  check(H5Pset_obj_track_times(creation, false));  // the same values make the same file
  return {H5Dcreate2(file, name.c_str(), type, space, links, creation, H5P_DEFAULT), H5Dclose};
}

/// Writes a share of a dataset.
///
/// No call of HDF5 takes more than `most_bytes` of one rank: Open MPI 4.1 crashes in a collective write if a
/// rank has 2 GiB or more that another rank is to write. Ranks with fewer bytes take part in all calls.
/// @param values  the rows of the share
/// @param together  the ranks of the file, each of which brings its share; null: this process alone writes
/// @return false if this share could not be written. The other ranks do not know, and all ranks still have to
/// close the file.
///
/// Collective if the ranks write together.
[[nodiscard]] inline bool write_share(hid_t dataset, hid_t type, const Shape& shape, const Rows& share,
                                      const void* values, const Communicator* together,
                                      std::size_t most_bytes = std::size_t{1} << 30) {
  const Handle transfer(H5Pcreate(H5P_DATASET_XFER), H5Pclose);
#ifdef H5_HAVE_PARALLEL
  if (together != nullptr) check(H5Pset_dxpl_mpio(transfer, H5FD_MPIO_COLLECTIVE));
#endif
  const Handle space = space_of(shape);
  const auto row_bytes = static_cast<std::int64_t>(shape.columns * H5Tget_size(type));
  const std::int64_t most_rows = std::max<std::int64_t>(1, static_cast<std::int64_t>(most_bytes) / row_bytes);
  std::int64_t calls = share.size() / most_rows + (share.size() % most_rows > 0);
  if (together != nullptr) calls = max(*together, calls);
  bool written = true;
  for (std::int64_t call = 0; call < calls; ++call) {
    const std::int64_t done = std::min(call * most_rows, share.size());
    const Rows part{share.begin + done, std::min(share.begin + done + most_rows, share.end)};
    const Handle memory = select(space, shape, part);
    const std::byte nothing{};  // HDF5 wants an address even for no values
    const std::byte* const rows =
        part.size() == 0 ? &nothing : static_cast<const std::byte*>(values) + done * row_bytes;
    written = H5Dwrite(dataset, type, memory, space, transfer, rows) >= 0 && written;
  }
  return written;
}

/// Makes a dataset and writes a share of it, as `write_share` does. Collective if the ranks write together:
/// all of them make the same datasets in the same order.
[[nodiscard]] inline bool write_rows(hid_t file, const std::string& name, hid_t type, const Shape& shape,
                                     const Rows& share, const void* values, const Communicator* together) {
  return write_share(make_dataset(file, name, type, shape), type, shape, share, values, together);
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
