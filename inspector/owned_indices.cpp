#include <algorithm>

#include <partita/inspector/owned_indices.hpp>

namespace partita::detail {

OwnedIndices::OwnedIndices(std::span<const global_index> list) : runs_(list) {
  (void)checked_local(std::ssize(list));
  if (runs_.in_runs() && std::ranges::is_sorted(list)) return;
  runs_ = {};
  scattered_.emplace();
  for (const global_index index : list) scattered_->insert(index);
}

}  // namespace partita::detail
