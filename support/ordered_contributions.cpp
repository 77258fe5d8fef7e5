#include <partita/support/ordered_contributions.hpp>

namespace partita::detail {

OrderedContributions ordered_contributions(std::span<const local_index> target_of, local_index end) {
  const local_index contributions = checked_local(static_cast<std::int64_t>(target_of.size()));
  std::vector<local_index> next(static_cast<std::size_t>(end));  // first how many, then the next one's place
  for (const local_index target : target_of)
    if (target < end) ++next[static_cast<std::size_t>(target)];

  OrderedContributions sorted;
  local_index placed = 0;
  for (local_index target = 0; target < end; ++target) {
    const local_index count = next[static_cast<std::size_t>(target)];
    next[static_cast<std::size_t>(target)] = placed;
    if (count == 0) continue;
    sorted.targets.push_back(target);
    sorted.first.push_back(placed);
    placed += count;
  }
  sorted.first.push_back(placed);

  sorted.numbers.resize(static_cast<std::size_t>(placed));
  for (local_index number = 0; number < contributions; ++number)
    if (const local_index target = target_of[static_cast<std::size_t>(number)]; target < end)
      sorted.numbers[static_cast<std::size_t>(next[static_cast<std::size_t>(target)]++)] = number;
  return sorted;
}

}  // namespace partita::detail
