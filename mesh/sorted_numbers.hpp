#pragma once
/// \file The distinct numbers of some lists, ascending, and the place of each.

#include <algorithm>
#include <span>
#include <vector>

#include <partita/inspector/index_map.hpp>
#include <partita/support/types.hpp>

namespace partita::mesh {

/// Local numbers that keep the order of the global ones: algorithms that compare vertex numbers do the same
/// with both.
class SortedNumbers {
 public:
  explicit SortedNumbers(std::initializer_list<std::span<const global_index>> lists) {
    for (const auto list : lists)
      for (const global_index number : list)
        if (number >= 0) seen_.insert(number);
    numbers_.assign(seen_.indices().begin(), seen_.indices().end());
    std::ranges::sort(numbers_);
    places_.resize(numbers_.size());
    for (std::size_t k = 0; k < numbers_.size(); ++k)
      places_[seen_.find(numbers_[k])] = static_cast<local_index>(k);
  }

  const std::vector<global_index>& numbers() const { return numbers_; }  ///< ascending

  /// The place of one of the numbers; -1 for others. Negative numbers stay as they are.
  global_index place(global_index number) const {
    if (number < 0) return number;
    const local_index seen = seen_.find(number);
    return seen < 0 ? -1 : places_[static_cast<std::size_t>(seen)];
  }

 private:
  partita::detail::IndexMap seen_;
  std::vector<global_index> numbers_;
  std::vector<local_index> places_;  // by the number in `seen_`
};

}  // namespace partita::mesh
