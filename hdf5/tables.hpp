#pragma once
/// \file Tables that all ranks write to one file, each its rows.

#include <any>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <partita/inspector/named_field.hpp>
#include <partita/support/communicator.hpp>
#include <partita/support/reduce.hpp>

#include "hdf5/datasets.hpp"
#include "hdf5/rows_by_number.hpp"

namespace partita::hdf5 {

/// The type of a row's values in memory.
/// @param type  one of detail::ValueTypes
inline hid_t native(std::size_t type) {
  return std::apply([](auto... each) { return std::array{native<decltype(each)>()...}; },
                    detail::ValueTypes())[type];
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

/// Some tables, with this rank's rows of each.
class Tables {
 public:
  struct Share {
    NewTable table;
    Rows rows;
    std::span<const std::byte> values;
  };

  /// Rows that stay where they are, in the caller's memory, or here.
  /// @param columns  values in a row
  /// Not collective.
  template <class T>
  void add(std::string name, std::span<const T> values, const Place& place, hsize_t columns = 1) {
    const auto rows = static_cast<std::int64_t>(values.size() / columns);
    all_.push_back({{std::move(name), native<T>(), {static_cast<hsize_t>(place.all), columns}},
                    {place.first, place.first + rows},
                    std::as_bytes(values)});
  }

  template <class T>
  void add(std::string name, std::vector<T>&& values, const Place& place, hsize_t columns = 1) {
    add<T>(std::move(name), keep(std::move(values)), place, columns);
  }

  /// Rows of each number, which move to the ranks that write them. Collective; after `require_each_once`.
  void add(std::string name, const RowsByNumber& by_number, const NamedField& field) {
    const auto columns = static_cast<hsize_t>(field.row_type.components);
    all_.push_back(
        {{std::move(name), native(field.row_type.type), {static_cast<hsize_t>(by_number.rows()), columns}},
         by_number.block(),
         keep(by_number.to_block(field.rows, bytes_of(field.row_type)))});
  }

  const std::vector<Share>& all() const { return all_; }

 private:
  template <class T>
  std::span<const T> keep(std::vector<T> values) {
    return std::any_cast<const std::vector<T>&>(kept_.emplace_back(std::move(values)));
  }

  std::vector<Share> all_;
  std::deque<std::any> kept_;  // values that some tables refer to
};

}  // namespace partita::hdf5
