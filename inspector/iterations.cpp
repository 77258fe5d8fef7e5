#include <algorithm>
#include <utility>

#include <partita/inspector/iterations.hpp>
#include <partita/inspector/row_order.hpp>

namespace partita::detail {

void Iterations::put_in_order(std::vector<local_index> order) {
  if (std::ranges::is_sorted(order)) return;
  changed = {};
  if (numbers.empty()) numbers = places;
  detail::put_in_order(order, numbers);
  for (std::vector<local_index>& list : indices)
    detail::put_in_order(order, list.size() / order.size(), list);

  std::vector<local_index> now(order.size());  // of each row before
  for (std::size_t k = 0; k < order.size(); ++k) now[order[k]] = static_cast<local_index>(k);
  for (local_index& each : touching) each = now[each];
  std::ranges::sort(touching);
  if (row.empty())
    row = std::move(now);
  else
    for (local_index& each : row) each = now[each];
}

void Iterations::put_ascending_by_place() {
  if (!row.empty()) put_in_order(row);
  row = std::vector<local_index>();
}

}  // namespace partita::detail
