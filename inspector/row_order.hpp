#pragma once
/// \file Row order: the rows of a list put in another order.

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include <partita/support/types.hpp>

namespace partita::detail {

/// Row k of the result is row order[k] of the list. Rows have `width` values each.
template <class T>
void put_in_order(std::span<const local_index> order, std::size_t width, std::vector<T>& list) {
  std::vector<T> ordered;
  ordered.reserve(list.size());
  for (std::size_t begin = 0, end = 0; begin < order.size();
       begin = end) {  // rows that stay together, at once
    for (end = begin + 1; end < order.size() && order[end] == order[end - 1] + 1;) ++end;
    const auto first =
        list.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(order[begin]) * width);
    ordered.insert(ordered.end(), first, first + static_cast<std::ptrdiff_t>((end - begin) * width));
  }
  list = std::move(ordered);
}

}  // namespace partita::detail
