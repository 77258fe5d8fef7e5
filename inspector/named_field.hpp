#pragma once
/// \file A field for a file: a name, and rows of values of a type that is known only when the program runs.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <ranges>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include <partita/inspector/row_of.hpp>

namespace partita {

namespace detail {

/// The types of values in files. A number says which of them.
using ValueTypes = std::tuple<double, float, std::int64_t, std::int32_t, std::uint8_t>;

/// Other types do not compile.
template <class T>
constexpr std::size_t value_type() {
  constexpr auto is =
      std::apply([](auto... each) { return std::array{std::is_same_v<T, decltype(each)>...}; }, ValueTypes());
  constexpr auto place = std::ranges::find(is, true) - is.begin();
  static_assert(place < std::ssize(is), "files have no values of this type");
  return static_cast<std::size_t>(place);
}

/// What the rows of a field are made of.
struct RowType {
  std::size_t type;  ///< one of ValueTypes
  int components;

  bool operator==(const RowType&) const = default;
};

template <class Row>
constexpr RowType row_type() {
  using T = decltype(number_in(std::declval<const Row&>()));
  static_assert(RowOf<Row, T>, "a row is one value, or an array of them");
  return {value_type<T>(), static_cast<int>(sizeof(Row) / sizeof(T))};
}

}  // namespace detail

/// A field to be written. It refers to the program's memory.
struct NamedField {
  std::string name;
  detail::RowType row_type;
  std::span<const std::byte> rows;

  /// @param name_of_field  without a slash
  /// @param values  the rows: a contiguous range of T, or of arrays of T (double, float, std::int64_t,
  /// std::int32_t or std::uint8_t)
  template <std::ranges::contiguous_range Rows>
  NamedField(std::string name_of_field, const Rows& values)
      : name(std::move(name_of_field)),
        row_type(detail::row_type<std::ranges::range_value_t<Rows>>()),
        rows(std::as_bytes(std::span(std::ranges::data(values), std::ranges::size(values)))) {}
};

}  // namespace partita
