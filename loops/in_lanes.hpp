#pragma once
/// \file Loops by hand in lanes: the bodies of several iterations at once, as declared loops run them.
///
///     for_each_in_lanes(read<4>(q, from), read<4>(q, to), increment<4>(res, from), increment<4>(res, to),
///                       [](const State& a, const State& b, State& to_a, State& to_b) { ... });
///
/// `q` and `res` have four numbers a row, side by side; `from` and `to` have the row of each iteration: the
/// indices of an inspected loop, or a part of them. State is Kokkos::Array<double, 4>. All bodies of some
/// iterations run before these change their targets, in the order of the iterations: so the bits are those of
/// one iteration after the other, as long as no argument that is read is also changed.

#include <algorithm>
#include <array>
#include <cstddef>
#include <ranges>
#include <span>
#include <tuple>
#include <utility>

#include <partita/inspector/row_of.hpp>
#include <partita/loops/host_loop.hpp>
#include <partita/loops/loop.hpp>
#include <partita/support/error.hpp>

namespace partita::loops {

/// Rows of K numbers, and the row of each iteration.
template <class T, int K, Access A>
struct IndexedRows {
  using Described = FieldArgument<T, K, A, true>;
  RunArgument run;
  std::size_t iterations;
};

template <int K, Access A, class Range>
auto indexed_rows(const Range& values, std::span<const local_index> rows) {
  using T = detail::NumberIn<Range>;
  auto* const first = reinterpret_cast<const std::byte*>(std::ranges::data(values));
  return IndexedRows<T, K, A>{{const_cast<std::byte*>(first), rows.data(), rows.data()}, rows.size()};
}

/// K numbers a row, and the row that each iteration reads, sets or adds to. Not collective.
template <int K, std::ranges::contiguous_range Range>
auto read(const Range& values, std::span<const local_index> rows) {
  return indexed_rows<K, Access::read>(values, rows);
}
template <int K, std::ranges::contiguous_range Range>
auto write(Range& values, std::span<const local_index> rows) {
  return indexed_rows<K, Access::write>(values, rows);
}
template <int K, std::ranges::contiguous_range Range>
auto increment(Range& values, std::span<const local_index> rows) {
  return indexed_rows<K, Access::increment>(values, rows);
}

template <int L, class... Rows, class Body>
#if defined(__GNUC__)
__attribute__((flatten))
#endif
void run_rows(const Body& body, std::size_t begin, std::size_t end, const Rows&... rows) {
  run_bodies<L, typename Rows::Described...>(body, begin, end,
                                             HostArgument<typename Rows::Described, L>(&rows.run, begin)...);
}

/// Runs `body`, the last argument, for all iterations, `lanes` at a time; 0: as many as a vector has numbers,
/// and with AVX-512 half as many. Not collective. @throws Error if arguments have different numbers of
/// iterations
template <int lanes = 0, class... RowsAndBody>
void for_each_in_lanes(const RowsAndBody&... rows_and_body) {
  const auto all = std::tie(rows_and_body...);
  constexpr std::size_t given = sizeof...(RowsAndBody) - 1;
  [&]<std::size_t... a>(std::index_sequence<a...>) {
    const std::array<std::size_t, given> iterations{std::get<a>(all).iterations...};
    const std::size_t n = iterations.front();
    if (std::ranges::count(iterations, n) != std::ssize(iterations))
      throw Error("a loop in lanes has ", n,
                  " iterations by its first argument, and others by another one; "
                  "give each argument one row for each iteration");
    constexpr std::size_t number = std::max(
        {sizeof(float), std::tuple_element_t<a, std::tuple<RowsAndBody...>>::Described::floating_bytes...});
    constexpr int width = vector_width == 512 ? 256 : vector_width;
    constexpr int L = lanes > 0 ? lanes : std::min(most_lanes, width / 8 / static_cast<int>(number));
    const std::size_t whole = n / L * L;
    run_rows<L>(std::get<given>(all), 0, whole, std::get<a>(all)...);
    run_rows<1>(std::get<given>(all), whole, n, std::get<a>(all)...);
  }
  (std::make_index_sequence<given>());
}

}  // namespace partita::loops
