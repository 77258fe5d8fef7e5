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

/// Row k of the result is row order[k] of the list. Rows that stay together are copied at once.
template <class T>
void put_in_order(std::span<const local_index> order, std::size_t width, std::vector<T>& list) {
  std::vector<T> ordered;
  ordered.reserve(list.size());
  visit_rows_together(order, [&](std::size_t first, std::size_t count) {
    const auto begin = list.begin() + static_cast<std::ptrdiff_t>(first * width);
    ordered.insert(ordered.end(), begin, begin + static_cast<std::ptrdiff_t>(count * width));
  });
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

/// Moves some rows, given ascending, behind all others, which move up in place.
template <class T>
void move_behind(std::span<const local_index> rows, std::size_t width, std::vector<T>& list) {
  if (rows.empty()) return;
  const auto row = [&](local_index k) { return list.begin() + k * width; };
  std::vector<T> behind;
  behind.reserve(rows.size() * width);
  auto next = row(rows.front()), kept = next;
  for (const local_index k : rows) {
    kept = std::move(next, row(k), kept);
    next = row(k + 1);
    behind.insert(behind.end(), row(k), next);
  }
  std::ranges::copy(behind, std::move(next, list.end(), kept));
}

/// Moves those rows back where they were.
template <class T>
void move_back(std::span<const local_index> rows, std::size_t width, std::vector<T>& list) {
  auto end = list.end(), kept = end - rows.size() * width;
  const std::vector<T> behind(kept, end);
  for (std::size_t k = rows.size(); k-- > 0;) {
    const auto first = list.begin() + (rows[k] - k) * width;
    end = std::move_backward(first, kept, end);
    kept = first;
    const auto moved = behind.begin() + k * width;
    end = std::copy_backward(moved, moved + width, end);
  }
}

}  // namespace partita::detail
