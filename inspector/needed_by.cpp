#include <partita/inspector/needed_by.hpp>

namespace partita::detail {

std::vector<Location> flat(std::span<const NeededBy> groups) {
  std::vector<Location> pairs;
  for (const NeededBy& group : groups)
    for (const local_index index : group.owned) pairs.push_back({group.rank, index});
  return pairs;
}

std::vector<NeededBy> group_by_rank(std::span<const Location> pairs) {
  std::vector<NeededBy> groups;
  for (const auto& [rank, index] : pairs) {
    if (groups.empty() || groups.back().rank != rank) groups.push_back({rank, {}});
    groups.back().owned.push_back(index);
  }
  return groups;
}

std::vector<local_index> needed_values(std::span<const NeededBy> groups) {
  std::vector<local_index> values;
  for (const NeededBy& group : groups) values.insert(values.end(), group.owned.begin(), group.owned.end());
  return values;
}

}  // namespace partita::detail
