#pragma once
/// \file Row: one number, or an array of numbers, as a row of a table.

#include <concepts>
#include <cstddef>
#include <ranges>
#include <span>
#include <type_traits>

namespace partita::detail {

/// A row of a table of numbers: one T, or an array of them.
template <class Row, class T>
concept RowOf = std::is_same_v<Row, T> ||(std::is_trivially_copyable_v<Row>&& requires(const Row& row) {
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

}  // namespace partita::detail
