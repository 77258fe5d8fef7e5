#pragma once
/// \file Tables that all ranks write to one file, each its rows.

#include <any>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <partita/inspector/named_field.hpp>
#include <partita/support/communicator.hpp>
#include <partita/support/reduce.hpp>

#include "hdf5/datasets.hpp"
#include "hdf5/rows_by_number.hpp"

namespace partita::hdf5 {

/// The type of a row's values in memory.
inline hid_t native(detail::ValueType type) {
  switch (type) {
    case detail::ValueType::float64:
      return H5T_NATIVE_DOUBLE;
    case detail::ValueType::float32:
      return H5T_NATIVE_FLOAT;
    case detail::ValueType::int64:
      return H5T_NATIVE_INT64;
    case detail::ValueType::int32:
      return H5T_NATIVE_INT32;
    case detail::ValueType::uint8:
      return H5T_NATIVE_UINT8;
  }
  throw Error("a type of values without a name");
}

inline std::size_t bytes_of(const detail::RowType& row) {
  return static_cast<std::size_t>(row.components) * H5Tget_size(native(row.type));
}

/// Throws Error if a name cannot be that of a dataset or an attribute.
/// @param of  "a field"
inline void require_name(const std::string& name, const char* of) {
  if (name.empty() || name == "." || name.find('/') != name.npos)
    throw Error("\"", name, "\" is no name for ", of, "; take a word without slash");
}

/// Throws Error if a field's name cannot be that of a dataset, or if it has not a row for each number.
/// @param where  " on points", for errors
inline void check_field(const NamedField& field, std::size_t numbers, const std::string& where,
                        const char* what) {
  require_name(field.name, what);
  const std::size_t bytes = bytes_of(field.row_type);
  if (field.rows.size() != numbers * bytes)
    throw Error("the field ", field.name, where, " has ", field.rows.size() / bytes, " rows and ", numbers,
                " numbers; give a number to each row");
}

/// Where this rank's rows begin in a table that has the rows of all ranks, one rank after the other.
struct Place {
  std::int64_t first;
  std::int64_t all;  ///< rows of all ranks
};

/// Collective.
inline Place place_of(const Communicator& comm, std::size_t rows) {
  const auto mine = static_cast<std::int64_t>(rows);
  return {sum_below(comm, mine), sum(comm, mine)};
}

/// This rank's rows of some tables.
class Tables {
 public:
  /// Rows that stay where they are, in the caller's memory, or here.
  /// @param columns  values in a row
  /// Not collective.
  template <class T>
  void add(std::string name, std::span<const T> values, const Place& place, hsize_t columns = 1) {
    add({std::move(name),
         native<T>(),
         {static_cast<hsize_t>(place.all), columns},
         {place.first, place.first + static_cast<std::int64_t>(values.size() / columns)},
         std::as_bytes(values)});
  }

  template <class T>
  void add(std::string name, std::vector<T>&& values, const Place& place, hsize_t columns = 1) {
    add<T>(std::move(name), keep(std::move(values)), place, columns);
  }

  /// Rows of each number, which move to the ranks that write them. Collective; after `require_each_once`.
  void add(std::string name, const RowsByNumber& by_number, const NamedField& field) {
    const auto columns = static_cast<hsize_t>(field.row_type.components);
    add({std::move(name),
         native(field.row_type.type),
         {static_cast<hsize_t>(by_number.rows()), columns},
         by_number.block(),
         keep(by_number.to_block(field.rows, bytes_of(field.row_type)))});
  }

  /// Of this rank's rows.
  std::uint64_t bytes() const { return bytes_; }

  /// @param together  as for `write_share`
  /// @return false if some of this rank's rows could not be written. Collective if the ranks write together.
  [[nodiscard]] bool write(hid_t file, const Communicator* together) const {
    bool written = true;
    for (const auto& [name, type, shape, share, rows] : tables_)
      written = write_rows(file, name, type, shape, share, rows.data(), together) && written;
    return written;
  }

 private:
  struct Entry {
    std::string table;
    hid_t type;
    Shape shape;
    Rows share;
    std::span<const std::byte> values;
  };

  template <class T>
  std::span<const T> keep(std::vector<T> values) {
    return std::any_cast<const std::vector<T>&>(kept_.emplace_back(std::move(values)));
  }

  void add(Entry entry) {
    bytes_ += entry.values.size();
    tables_.push_back(std::move(entry));
  }

  std::vector<Entry> tables_;
  std::deque<std::any> kept_;  // values that some tables refer to
  std::uint64_t bytes_ = 0;
};

}  // namespace partita::hdf5
