#pragma once
// Random access patterns over the same owned values, known to every rank as a whole, and as one rank sees
// them.

#include <algorithm>
#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <partita/inspector/access_pattern.hpp>
#include <partita/support/random.hpp>

namespace partita::testing_support {

/// How many cases a property is tried on: with more ranks fewer, but larger ones.
inline std::uint64_t cases(const Communicator& comm) {
  return 3000 / static_cast<std::uint64_t>(comm.size());
}

/// The ghosts of every rank.
using Ghosts = std::vector<std::set<Location>>;

/// How many values each rank owns: often none.
inline std::vector<local_index> random_owned(int ranks, std::uint64_t seed) {
  Random random(seed);
  std::vector<local_index> owned;
  for (int rank = 0; rank < ranks; ++rank)
    owned.push_back(random.below(4) == 0 ? 0 : static_cast<local_index>(random.below(9)));
  return owned;
}

/// Any values of other ranks, many or few; some ranks have no ghosts, some are no rank's neighbour.
inline Ghosts random_ghosts(const std::vector<local_index>& owned, std::uint64_t seed) {
  Random random(seed);
  const std::uint32_t one_in = 1 + random.below(6);
  Ghosts ghosts(owned.size());
  for (std::size_t holder = 0; holder < owned.size(); ++holder) {
    if (random.below(4) == 0) continue;
    for (std::size_t owner = 0; owner < owned.size(); ++owner)
      for (local_index index = 0; owner != holder && index < owned[owner]; ++index)
        if (random.below(one_in) == 0) ghosts[holder].insert({static_cast<int>(owner), index});
  }
  return ghosts;
}

/// What this rank sees of it. No communication.
inline AccessPattern seen_from(const Communicator& comm, const std::vector<local_index>& owned,
                               const Ghosts& ghosts, local_index room = 0) {
  const auto here = static_cast<std::size_t>(comm.rank());
  std::vector<NeededBy> needed_by;
  for (std::size_t holder = 0; holder < ghosts.size(); ++holder) {
    NeededBy neighbour{static_cast<int>(holder), {}};
    for (const auto& [owner, index] : ghosts[holder])
      if (owner == comm.rank()) neighbour.owned.push_back(index);
    if (!neighbour.owned.empty()) needed_by.push_back(neighbour);
  }
  return {comm, owned[here], owned[here] + room, {ghosts[here].begin(), ghosts[here].end()}, needed_by};
}

/// Says where two patterns differ; then the fingerprints must, too.
inline void expect_same(const AccessPattern& pattern, const AccessPattern& expected) {
  EXPECT_EQ(pattern.owned(), expected.owned());
  EXPECT_EQ(pattern.first_ghost(), expected.first_ghost());
  EXPECT_TRUE(std::ranges::equal(pattern.ghost_locations(), expected.ghost_locations()));
  EXPECT_TRUE(std::ranges::equal(pattern.needed_by(), expected.needed_by()));
  EXPECT_EQ(pattern.fingerprint(), expected.fingerprint());
}

}  // namespace partita::testing_support
