#pragma once
/// \file Row: one number, or an array of numbers, as a row of a table.

#include <concepts>
#include <cstddef>
#include <ranges>
#include <span>
#include <type_traits>
#include <vector>

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

/// Calls use(numbers in a row, numbers of all rows as T). Rows of `int` or `long long` are converted.
template <class T, class Rows, class Use>
decltype(auto) with_numbers_of(const Rows& rows, const Use& use) {
  using Given = std::conditional_t<RowsOf<Rows, T>, T, std::conditional_t<RowsOf<Rows, int>, int, long long>>;
  static_assert(RowsOf<Rows, Given>,
                "a row is a whole number (std::int64_t, int, long long), or an array of them");
  const std::span<const Given> given = numbers_of<Given>(rows);
  if constexpr (std::is_same_v<Given, T>)
    return use(row_length<Rows, T>, given);
  else
    return use(row_length<Rows, Given>, std::vector<T>(given.begin(), given.end()));
}

}  // namespace partita::detail
