#pragma once
/// \file Tables that all ranks write to one file, each its rows.

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
#include "hdf5/row_type.hpp"
#include "hdf5/rows_by_number.hpp"

namespace partita::hdf5 {

/// Where this rank's rows begin in a table that has the rows of all ranks, one rank after the other.
struct Place {
  std::uint64_t first;
  std::uint64_t all;  ///< rows of all ranks
};

/// Collective.
inline Place place_of(const Communicator& comm, std::uint64_t rows) {
  return {sum_below(comm, rows), sum(comm, rows)};
}

/// This rank's rows of some tables.
class Tables {
 public:
  /// Rows that stay where they are.
  /// @param columns  values in a row
  /// Not collective.
  template <class T>
  void add(std::string name, std::span<const T> values, const Place& place, hsize_t columns = 1) {
    add({std::move(name),
         native<T>(),
         {place.all, columns},
         {place.first, values.size() / columns},
         std::as_bytes(values)});
  }

  /// Rows of each number, which move to the ranks that write them. Collective; after `require_each_once`.
  void add(std::string name, const RowsByNumber& by_number, const NamedField& field) {
    const auto columns = static_cast<hsize_t>(field.row_type.components);
    blocks_.push_back(by_number.to_block(field.rows, bytes_of(field.row_type)));
    add({std::move(name),
         native(field.row_type.type),
         {by_number.rows(), columns},
         by_number.block(),
         blocks_.back()});
  }

  /// Of this rank's rows.
  std::uint64_t bytes() const { return bytes_; }

  /// Returns false if some of this rank's rows could not be written. Collective.
  [[nodiscard]] bool write(hid_t file, const Communicator& comm) const {
    bool written = true;
    for (const auto& [name, type, shape, share, rows] : tables_)
      written = write_rows(file, name, type, shape, share, rows.data(), &comm) && written;
    return written;
  }

 private:
  struct Rows {
    std::string table;
    hid_t type;
    Shape shape;
    Share share;
    std::span<const std::byte> values;
  };

  void add(Rows rows) {
    bytes_ += rows.values.size();
    tables_.push_back(std::move(rows));
  }

  std::vector<Rows> tables_;
  std::deque<std::vector<std::byte>> blocks_;  // that some tables refer to
  std::uint64_t bytes_ = 0;
};

}  // namespace partita::hdf5
