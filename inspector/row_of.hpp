#pragma once
/// \file Rows of a table: each one number, or an array of numbers.

#include <concepts>
#include <cstddef>
#include <memory>
#include <ranges>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <partita/support/types.hpp>

namespace partita::detail {

/// A row of a table of numbers: one T, or an array of them.
template <class Row, class T>
concept RowOf = std::is_same_v<Row, T> ||
    (std::is_trivially_copyable_v<Row> && !std::is_pointer_v<Row> && requires(const Row& row) {
      { row[0] } -> std::convertible_to<T>;
      requires std::is_same_v<std::remove_cvref_t<decltype(row[0])>, T>;
    });

/// A contiguous range of such rows.
template <class Rows, class T>
concept RowsOf = std::ranges::contiguous_range<Rows> && RowOf<std::ranges::range_value_t<Rows>, T>;

/// Numbers in a row.
template <class Rows, class T>
constexpr int row_length = static_cast<int>(sizeof(std::ranges::range_value_t<Rows>) / sizeof(T));

/// The numbers of all rows, one row after the other.
template <class T, class Rows>
std::span<const T> numbers_of(const Rows& rows) {
  return {reinterpret_cast<const T*>(std::ranges::data(rows)),
          std::ranges::size(rows) * static_cast<std::size_t>(row_length<Rows, T>)};
}

template <class Row>
auto number_in(const Row& row) {
  if constexpr (std::is_arithmetic_v<Row>)
    return row;
  else
    return row[0];
}

/// The number that a row is, or has several of.
template <class Rows>
using NumberIn = decltype(number_in(std::declval<const std::ranges::range_value_t<Rows>&>()));

/// Rows of whole numbers of any type.
template <class Rows>
concept IndexRows =
    std::ranges::contiguous_range<Rows> && std::integral<NumberIn<Rows>> && RowsOf<Rows, NumberIn<Rows>>;

}  // namespace partita::detail

namespace partita {

/// Global indices that a call reads: a contiguous range of std::int64_t or of arrays of them, which it refers
/// to; or of any other whole numbers, which it converts.
class GlobalIndices {
 public:
  GlobalIndices() = default;

  template <detail::IndexRows Rows>
  GlobalIndices(const Rows& rows) {  // NOLINT: any such range
    using Given = detail::NumberIn<Rows>;
    const std::span<const Given> given = detail::numbers_of<Given>(rows);
    if constexpr (std::is_same_v<Given, global_index>) {
      all_ = given;
    } else {
      converted_ = std::make_shared<const std::vector<global_index>>(given.begin(), given.end());
      all_ = *converted_;
    }
  }

  operator std::span<const global_index>() const { return all_; }  // NOLINT: what it is

 private:
  std::shared_ptr<const std::vector<global_index>> converted_;
  std::span<const global_index> all_;
};

}  // namespace partita
