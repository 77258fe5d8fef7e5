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
  for (const local_index row : order)
    for (std::size_t k = 0; k < width; ++k)
      ordered.push_back(list[static_cast<std::size_t>(row) * width + k]);
  list = std::move(ordered);
}

}  // namespace partita::detail
