#pragma once
/// \file The median.

#include <algorithm>
#include <vector>

namespace partita::bench {

/// The lower of two middle values; `values` is not empty.
inline double median(std::vector<double> values) {
  const auto middle = values.begin() + (std::ssize(values) - 1) / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace partita::bench
