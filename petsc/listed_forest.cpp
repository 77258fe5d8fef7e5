#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include <partita/petsc/error_code.hpp>
#include <partita/petsc/listed_forest.hpp>

namespace partita::petsc {

namespace {

// What a rank's part of a list has, each once, ascending. Lists mostly are so already.
std::vector<local_index> each_once(std::span<const PetscInt> part) {
  std::vector<local_index> values;
  values.reserve(part.size());
  for (const PetscInt value : part) values.push_back(checked_local(value));
  if (std::ranges::adjacent_find(values, std::ranges::greater_equal()) == values.end()) return values;
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

std::vector<PetscInt> ascending(const ForestLists::Side& side) {
  std::vector<PetscInt> numbers(static_cast<std::size_t>(side.ranks));
  std::iota(numbers.begin(), numbers.end(), 0);
  std::ranges::sort(numbers, {}, [&](PetscInt k) { return side.rank[k]; });
  return numbers;
}

std::span<const PetscInt> part_of(const ForestLists::Side& side, const PetscInt* list, PetscInt k) {
  return {list + side.begin[k], list + side.begin[k + 1]};
}

}  // namespace

ForestLists::ForestLists(PetscSF forest) {
  check(PetscSFGetRootRanks(forest, &leaves.ranks, &leaves.rank, &leaves.begin, &leaves.here, &leaves.there));
  check(PetscSFGetLeafRanks(forest, &roots.ranks, &roots.rank, &roots.begin, &roots.here));
}

StarForest listed_forest(const Communicator& comm, const ForestLists& lists) {
  const auto& [leaves, roots] = lists;
  local_index owned = 0;
  for (PetscInt k = 0; k < roots.size(); ++k) owned = std::max(owned, checked_local(roots.here[k]) + 1);
  std::vector<NeededBy> needed_by;
  for (const PetscInt k : ascending(roots))
    if (roots.rank[k] != comm.rank())
      needed_by.push_back({roots.rank[k], each_once(part_of(roots, roots.here, k))});

  std::vector<Location> ghosts;
  std::vector<local_index> of, places;
  for (const PetscInt k : ascending(leaves)) {
    const std::span<const PetscInt> referred = part_of(leaves, leaves.there, k);
    for (const PetscInt place : part_of(leaves, leaves.here, k)) places.push_back(checked_local(place));
    if (leaves.rank[k] == comm.rank()) {
      of.insert(of.end(), referred.begin(), referred.end());
      continue;
    }
    const std::vector<local_index> values = each_once(referred);
    const auto first = owned + static_cast<local_index>(ghosts.size());
    for (const local_index value : values) ghosts.push_back({leaves.rank[k], value});
    auto next = values.begin();
    for (const PetscInt value : referred) {
      if (next == values.end() || *next != value) next = std::ranges::lower_bound(values, value);
      of.push_back(first + static_cast<local_index>(next++ - values.begin()));
    }
  }
  (void)checked_local(owned + std::ssize(ghosts));
  return {AccessPattern(comm, owned, owned, std::move(ghosts), std::move(needed_by)), std::move(of),
          std::move(places)};
}

}  // namespace partita::petsc
