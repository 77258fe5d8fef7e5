#pragma once
/// \file Row order: the rows of a list put in another order. Rows have `width` values each.

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include <partita/support/types.hpp>

namespace partita::detail {

/// Row k of the result is row order[k] of the list. Rows that stay together are copied at once.
template <class T>
void put_in_order(std::span<const local_index> order, std::size_t width, std::vector<T>& list) {
  std::vector<T> ordered;
  ordered.reserve(list.size());
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    for (end = begin + 1; end < order.size() && order[end] == order[end - 1] + 1;) ++end;
    const auto first = list.begin() + order[begin] * width;
    ordered.insert(ordered.end(), first, first + (end - begin) * width);
  }
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
