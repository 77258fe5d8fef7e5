#include "entry_loop.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace partita::spmv {

EntryLoop::EntryLoop(const InspectedLoop& loop, std::span<const double> values) : Product(loop.pattern(1)) {
  const std::span<const local_index> rows = loop.indices(0), columns = loop.indices(1);
  const local_index owned = pattern().owned();
  std::vector<std::size_t> order(rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t entry) { return rows[entry]; });

  rows_.offsets = {0};
  std::size_t next = 0;
  for (local_index row = 0; row < owned; ++row) {
    bool needs_ghosts = false;
    for (; next < order.size() && rows[order[next]] == row; ++next) {
      rows_.columns.push_back(columns[order[next]]);
      rows_.values.push_back(values[order[next]]);
      needs_ghosts = needs_ghosts || columns[order[next]] >= owned;
    }
    rows_.offsets.push_back(checked_local(std::ssize(rows_.columns)));
    (needs_ghosts ? border_ : interior_).push_back(row);
  }
}

void EntryLoop::multiply(const IndexList& of_rows, const double* x, double* y) const {
  const local_index* const offsets = rows_.offsets.data();
  const local_index* const columns = rows_.columns.data();
  const double* const values = rows_.values.data();
  of_rows.visit_runs([&](global_index begin, std::size_t count) {
    local_index entry = offsets[begin];
    for (global_index row = begin; row < begin + static_cast<global_index>(count); ++row) {
      double sum = 0;
      for (const local_index last = offsets[row + 1]; entry < last; ++entry)
        sum += values[entry] * x[columns[entry]];
      y[row] = sum;
    }
  });
}

}  // namespace partita::spmv
