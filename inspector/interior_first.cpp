#include <algorithm>
#include <utility>
#include <vector>

#include <partita/inspector/inspected_loop.hpp>

namespace partita {

InteriorFirst interior_first(InspectedLoop loop) {
  const std::vector<local_index>& border = loop.executed_.touching;
  std::vector<local_index> order;
  auto next = border.begin();
  for (local_index row = 0; row < static_cast<local_index>(loop.iterations().size()); ++row)
    if (next != border.end() && *next == row)
      ++next;
    else
      order.push_back(row);
  const std::size_t interior = order.size();
  order.insert(order.end(), border.begin(), border.end());
  loop.executed_.interior_first |= !std::ranges::is_sorted(order);
  loop.executed_.put_in_order(std::move(order));
  return {std::move(loop), interior};
}

}  // namespace partita
