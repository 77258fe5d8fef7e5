#include <algorithm>
#include <utility>
#include <vector>

#include <partita/inspector/inspected_loop.hpp>

namespace partita {

InteriorFirst interior_first(InspectedLoop loop) {
  const auto touches_ghost = [&](std::size_t iteration) {
    for (std::size_t a = 0; a < loop.arrays(); ++a) {
      const auto arity = static_cast<std::size_t>(loop.arity(a));
      if (std::ranges::max(loop.indices(a).subspan(iteration * arity, arity)) >= loop.pattern(a).owned())
        return true;
    }
    return false;
  };
  std::vector<local_index> order, border;
  for (std::size_t k = 0; k < loop.iterations().size(); ++k)
    (touches_ghost(k) ? border : order).push_back(static_cast<local_index>(k));
  const std::size_t interior = order.size();
  order.insert(order.end(), border.begin(), border.end());
  loop.put_in_order(std::move(order));
  return {std::move(loop), interior};
}

}  // namespace partita
