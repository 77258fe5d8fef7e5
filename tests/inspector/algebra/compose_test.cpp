#include <algorithm>
#include <numeric>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include <partita/inspector/algebra.hpp>
#include <partita/support/error.hpp>
#include <partita/support/random.hpp>

#include "tests/inspector/random_pattern.hpp"

namespace partita {
namespace {

using testing_support::cases;
using testing_support::expect_same;
using testing_support::Ghosts;
using testing_support::random_ghosts;
using testing_support::random_owned;
using testing_support::seen_from;

// x[ia[ib]] over the whole machine: where the x of every value of y lives.
using Homes = std::vector<std::vector<Location>>;  // per rank, per owned y

// The pattern that compose must find, and the local indices, straight from the definition.
void expect_composed(const Localized& composed, const Communicator& comm,
                     const std::vector<local_index>& owned_x, const Homes& homes, const Ghosts& ghosts_of_y,
                     local_index room) {
  Ghosts expected(owned_x.size());
  std::vector<Location> mine;
  for (std::size_t rank = 0; rank < owned_x.size(); ++rank) {
    std::vector<Location> used = homes[rank];
    for (const auto& [owner, index] : ghosts_of_y[rank])
      used.push_back(homes[static_cast<std::size_t>(owner)][static_cast<std::size_t>(index)]);
    for (const Location& home : used)
      if (home.rank != static_cast<int>(rank)) expected[rank].insert(home);
    if (static_cast<int>(rank) == comm.rank()) mine = used;
  }
  expect_same(composed.pattern, seen_from(comm, owned_x, expected));

  const auto owned_y = std::ssize(homes[static_cast<std::size_t>(comm.rank())]);
  ASSERT_EQ(composed.indices.size(), mine.size() + static_cast<std::size_t>(room));
  for (std::ptrdiff_t k = 0; k < std::ssize(composed.indices); ++k) {
    const local_index local = composed.indices[static_cast<std::size_t>(k)];
    if (k >= owned_y && k < owned_y + room) {
      EXPECT_EQ(local, no_value);
    } else {
      EXPECT_EQ(composed.pattern.location(local), mine[static_cast<std::size_t>(k < owned_y ? k : k - room)]);
    }
  }
}

// y is all local values of x in their order.
Localized compose_all(const AccessPattern& first, const AccessPattern& second) {
  std::vector<local_index> all(static_cast<std::size_t>(first.local_size()));
  std::iota(all.begin(), all.end(), local_index{0});
  return compose(first, all, second);
}

TEST(Compose, GoesStraightFromTheOwnersToWhoeverUses) {
  const Communicator comm(MPI_COMM_WORLD);
  const auto here = static_cast<std::size_t>(comm.rank());
  for (std::uint64_t seed = 0; seed < cases(comm); ++seed) {
    Random random(seed);
    const auto owned_x = random_owned(comm.size(), 2 * seed);
    const Ghosts ghosts_of_x = random_ghosts(owned_x, 2 * seed);
    const AccessPattern first = seen_from(comm, owned_x, ghosts_of_x);

    // Every rank owns some y, each a copy of any of its local x.
    Homes homes(owned_x.size());
    auto owned_y = random_owned(comm.size(), 2 * seed + 1);
    for (std::size_t rank = 0; rank < homes.size(); ++rank) {
      std::vector<Location> local(ghosts_of_x[rank].begin(), ghosts_of_x[rank].end());
      for (local_index k = 0; k < owned_x[rank]; ++k) local.push_back({static_cast<int>(rank), k});
      if (local.empty()) owned_y[rank] = 0;
      for (local_index k = 0; k < owned_y[rank]; ++k)
        homes[rank].push_back(local[random.below(static_cast<std::uint32_t>(local.size()))]);
    }
    std::vector<local_index> indices;
    for (const Location& home : homes[here]) indices.push_back(first.local(home));

    const Ghosts ghosts_of_y = random_ghosts(owned_y, 2 * seed + 1);
    const auto room = static_cast<local_index>(seed % 3);
    const AccessPattern second = seen_from(comm, owned_y, ghosts_of_y, room);
    expect_composed(compose(first, indices, second), comm, owned_x, homes, ghosts_of_y, room);
  }
}

TEST(Compose, OfAllLocalValuesNeedsNoIndices) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm); ++seed) {
    const auto owned_x = random_owned(comm.size(), 2 * seed);
    const Ghosts ghosts_of_x = random_ghosts(owned_x, 2 * seed);
    Homes homes(owned_x.size());
    std::vector<local_index> owned_y;
    for (std::size_t rank = 0; rank < homes.size(); ++rank) {
      for (local_index k = 0; k < owned_x[rank]; ++k) homes[rank].push_back({static_cast<int>(rank), k});
      homes[rank].insert(homes[rank].end(), ghosts_of_x[rank].begin(), ghosts_of_x[rank].end());
      owned_y.push_back(static_cast<local_index>(homes[rank].size()));
    }
    const Ghosts ghosts_of_y = random_ghosts(owned_y, 2 * seed + 1);
    const Localized composed =
        compose_all(seen_from(comm, owned_x, ghosts_of_x), seen_from(comm, owned_y, ghosts_of_y));
    expect_composed(composed, comm, owned_x, homes, ghosts_of_y, 0);
  }
}

TEST(Compose, WithAPatternThatBringsNothingChangesNothing) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm); ++seed) {
    const auto owned = random_owned(comm.size(), seed);
    const AccessPattern pattern = seen_from(comm, owned, random_ghosts(owned, seed));
    const AccessPattern none_before(comm, pattern.owned(), pattern.owned(), {}, {});
    const AccessPattern none_behind(comm, pattern.local_size(), pattern.local_size(), {}, {});
    expect_same(compose_all(none_before, pattern).pattern, pattern);
    expect_same(compose_all(pattern, none_behind).pattern, pattern);
  }
}

// The sentence that every rank throws; empty if one does not throw a CollectiveError.
std::string refused(const AccessPattern& first, const std::vector<local_index>& indices,
                    const AccessPattern& second) {
  try {
    (void)compose(first, indices, second);
  } catch (const CollectiveError& error) {
    return error.what();
  }
  return {};
}

TEST(Compose, RefusesOnEveryRankWhatDoesNotGoTogether) {
  const Communicator comm(MPI_COMM_WORLD), another(MPI_COMM_WORLD);
  const int last = comm.size() - 1;
  const bool wrong = comm.rank() == last;
  const AccessPattern two(comm, 2, 2, {}, {});
  EXPECT_EQ(refused(two, {0, 1}, AccessPattern(another, 2, 2, {}, {})),
            "two access patterns of different communicators cannot be composed; make both on one");
  EXPECT_EQ(refused(two, std::vector<local_index>(wrong ? 1 : 2), two),
            text("rank ", last,
                 " composes 1 values of the first access pattern with a second one over 2; "
                 "the second must be over as many values as the first is to give"));
  EXPECT_EQ(refused(two, {0, wrong ? 2 : 1}, two),
            text("local index 2 of rank ", last,
                 " is no value of the access pattern: the rank has 2 owned values and 0 ghosts from 2"));
}

}  // namespace
}  // namespace partita
