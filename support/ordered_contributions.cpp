#include <partita/support/ordered_contributions.hpp>

namespace partita::detail {

OrderedContributions ordered_contributions(std::span<const local_index> target_of, local_index end) {
  const local_index contributions = checked_local(std::ssize(target_of));
  std::vector<local_index> next(end);  // first how many, then the next one's place
  for (const local_index target : target_of)
    if (target < end) ++next[target];

  OrderedContributions sorted;
  local_index placed = 0;
  for (local_index target = 0; target < end; ++target) {
    const local_index count = next[target];
    next[target] = placed;
    if (count == 0) continue;
    sorted.targets.push_back(target);
    sorted.first.push_back(placed);
    placed += count;
  }
  sorted.first.push_back(placed);

  sorted.numbers.resize(placed);
  for (local_index number = 0; number < contributions; ++number)
    if (const local_index target = target_of[number]; target < end) sorted.numbers[next[target]++] = number;
  return sorted;
}

}  // namespace partita::detail
