#pragma once
/// \file Groups whose tables are read.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <partita/support/input_file.hpp>

#include "hdf5/datasets.hpp"
#include "hdf5/handle.hpp"

namespace partita::hdf5 {

/// A dataset of numbers, to be read. Not collective.
class Table {
 public:
  /// @throws Error as `shape_of`
  Table(Handle dataset, std::string name, std::uint64_t file_bytes)
      : dataset_(std::move(dataset)), name_(std::move(name)), shape_(shape_of(dataset_, name_, file_bytes)) {}

  operator hid_t() const { return dataset_; }
  const Shape& shape() const { return shape_; }
  std::int64_t rows() const { return static_cast<std::int64_t>(shape_.rows); }
  std::size_t columns() const { return shape_.columns; }

  /// Of the values in memory.
  Handle native_type() const {
    const Handle type(H5Dget_type(dataset_), H5Tclose);
    return {H5Tget_native_type(type, H5T_DIR_ASCEND), H5Tclose};
  }

  /// The values of a plain array. Throws Error if the table has several columns.
  template <class T>
  std::vector<T> read() const {
    return read<T>({0, rows()});
  }

  /// The values of some rows. Throws Error if the table has other columns or not as many rows.
  template <class T>
  std::vector<T> read(const Rows& some, std::size_t wanted_columns = 1) const {
    if (columns() != wanted_columns)
      throw Error(name_, " must have ", wanted_columns, " columns, not ", columns());
    if (some.end > rows()) throw Error(name_, " has ", rows(), " rows; ", some.end, " are needed");
    std::vector<T> values(static_cast<std::size_t>(some.size()) * columns());
    read_rows(dataset_, native<T>(), shape_, some, values.data());
    return values;
  }

 private:
  Handle dataset_;
  std::string name_;
  Shape shape_;
};

/// The result of a call of HDF5 that follows the links of a name: call(access list).
/// @throws Error if they lead to another file
/// @param access_class  H5P_DATASET_ACCESS ...
template <class Call>
std::int64_t within_file(const std::string& name, hid_t access_class, Call&& call) {
  bool leaves = false;
  const auto refuse = [](const char*, const char*, const char*, const char*, unsigned*, hid_t, void* flag) {
    *static_cast<bool*>(flag) = true;
    return herr_t{-1};
  };
  const Handle access(H5Pcreate(access_class), H5Pclose);
  check(H5Pset_elink_cb(access, refuse, &leaves));
  const std::int64_t result = call(static_cast<hid_t>(access));
  if (leaves) refuse_other_files(name);
  return result;
}

/// A group, or a whole file. Not collective.
class Group {
 public:
  Group(Handle handle, std::uint64_t file_bytes) : handle_(std::move(handle)), file_bytes_(file_bytes) {}

  operator hid_t() const { return handle_; }

  // These throw Error if the name leads to another file.
  bool has(const std::string& name) const {
    const auto exists = [&](hid_t access) { return H5Lexists(handle_, name.c_str(), access); };
    return within_file(name, H5P_LINK_ACCESS, exists) > 0;
  }

  /// Throws Error if there is none.
  Group group(const std::string& name) const {
    const auto open = [&](hid_t access) { return H5Gopen2(handle_, name.c_str(), access); };
    return {{within_file(name, H5P_GROUP_ACCESS, open), H5Gclose}, file_bytes_};
  }

  /// Throws Error if there is none.
  Table table(const std::string& name) const {
    if (!has(name)) throw Error("there is no ", name);
    const auto open = [&](hid_t access) { return H5Dopen2(handle_, name.c_str(), access); };
    return {{within_file(name, H5P_DATASET_ACCESS, open), H5Dclose}, name, file_bytes_};
  }

 private:
  Handle handle_;
  std::uint64_t file_bytes_;
};

/// A file, to be read by this process alone. @throws Error if it cannot be opened
inline Group open_file(const std::filesystem::path& path) {
  const InputFile file(path, "an HDF5 file");
  return {{H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose}, file.size()};
}

}  // namespace partita::hdf5
