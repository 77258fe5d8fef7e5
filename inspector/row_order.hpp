#pragma once
/// \file Row order: the rows of a list put in another order. Rows have `width` values each.

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include <partita/inspector/index_list.hpp>
#include <partita/support/types.hpp>

namespace partita::detail {

/// Calls `visit(first, count)` for rows that stay together: `count` rows from `first` on.
void visit_rows_together(std::span<const local_index> order, const auto& visit) {
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    for (end = begin + 1; end < order.size() && order[end] == order[end - 1] + 1;) ++end;
    visit(static_cast<std::size_t>(order[begin]), end - begin);
  }
}

/// Row k of `ordered` is row order[k] of the list. Rows that stay together are copied at once.
template <class T>
void put_in_order(std::span<const local_index> order, std::size_t width, const T* list, T* ordered) {
  visit_rows_together(order, [&](std::size_t first, std::size_t count) {
    ordered = std::copy_n(list + first * width, count * width, ordered);
  });
}

/// The same in place.
template <class T>
void put_in_order(std::span<const local_index> order, std::size_t width, std::vector<T>& list) {
  std::vector<T> ordered(list.size());
  put_in_order(order, width, list.data(), ordered.data());
  list = std::move(ordered);
}

/// The same for an index list, of one index a row.
inline void put_in_order(std::span<const local_index> order, IndexList& list) {
  IndexList ordered;
  visit_rows_together(order,
                      [&](std::size_t first, std::size_t count) { ordered.append(list, first, count); });
  ordered.shrink_to_fit();
  list = std::move(ordered);
}

}  // namespace partita::detail
