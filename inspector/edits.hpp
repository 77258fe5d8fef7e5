#pragma once
/// \file Edits of a list: removes rows and inserts others, without a second list.

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include <partita/support/types.hpp>

namespace partita::detail {

/// Positions are those in the list before the edits.
struct Edits {
  std::vector<std::size_t> removed;  ///< positions of rows, ascending
  std::vector<std::size_t>
      inserted_before;  ///< where each new row goes, ascending; the list's length: behind it
};

/// Edits a list of rows of `width` values each; `inserted` are the new rows one after the other. Rows between
/// two edits move together; time linear in the list, memory that of the result.
template <class T>
void apply(const Edits& edits, std::size_t width, const std::vector<T>& inserted, std::vector<T>& list) {
  const auto at = [&](std::size_t row) { return list.begin() + static_cast<std::ptrdiff_t>(row * width); };
  const std::size_t rows = list.size() / width;

  // Close the gaps, from the first removed row on.
  std::size_t kept = edits.removed.empty() ? rows : edits.removed.front();
  for (std::size_t k = 0; k < edits.removed.size(); ++k) {
    const std::size_t begin = edits.removed[k] + 1;
    const std::size_t end = k + 1 < edits.removed.size() ? edits.removed[k + 1] : rows;
    std::move(at(begin), at(end), at(kept));
    kept += end - begin;
  }

  // Open others, from the last inserted row on.
  list.resize((kept + edits.inserted_before.size()) * width);
  std::size_t removed = edits.removed.size();
  for (std::size_t k = edits.inserted_before.size(); k-- > 0;) {
    const std::size_t before = edits.inserted_before[k];
    while (removed > 0 && edits.removed[removed - 1] >= before) --removed;
    const std::size_t begin = before - removed;  // where the rows behind the new one are since
    std::move_backward(at(begin), at(kept), at(kept + k + 1));
    kept = begin;
    std::copy_n(inserted.begin() + static_cast<std::ptrdiff_t>(k * width), width, at(begin + k));
  }
}

/// Moves some rows of a list, given ascending, behind all others. No second list.
template <class T>
void move_behind(const std::vector<std::size_t>& rows, std::size_t width, std::vector<T>& list) {
  std::vector<T> behind;
  behind.reserve(rows.size() * width);
  for (const std::size_t row : rows)
    for (std::size_t k = row * width; k < (row + 1) * width; ++k) behind.push_back(list[k]);
  apply({rows, {}}, width, {}, list);
  list.insert(list.end(), behind.begin(), behind.end());
}

/// Puts those rows back where they were.
template <class T>
void move_back(const std::vector<std::size_t>& rows, std::size_t width, std::vector<T>& list) {
  const auto first = list.end() - static_cast<std::ptrdiff_t>(rows.size() * width);
  const std::vector<T> behind(first, list.end());
  list.erase(first, list.end());
  Edits edits;
  for (std::size_t k = 0; k < rows.size(); ++k) edits.inserted_before.push_back(rows[k] - k);
  apply(edits, width, behind, list);
}

/// Row k of the result is row order[k] of the list.
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
