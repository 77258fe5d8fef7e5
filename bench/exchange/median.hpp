#pragma once
/// \file The value in the middle.

#include <algorithm>
#include <vector>

namespace partita::bench {

/// The lower one of two; `values` is not empty.
inline double median(std::vector<double> values) {
  const auto middle = values.begin() + (std::ssize(values) - 1) / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace partita::bench
