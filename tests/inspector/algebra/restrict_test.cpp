#include <algorithm>
#include <numeric>
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

TEST(Restrict, KeepsTheGhostsUsedAndTellsTheirOwners) {
  const Communicator comm(MPI_COMM_WORLD);
  const auto here = static_cast<std::size_t>(comm.rank());
  for (std::uint64_t seed = 0; seed < cases(comm); ++seed) {
    const auto owned = random_owned(comm.size(), seed);
    const Ghosts ghosts = random_ghosts(owned, seed);
    Random random(seed);
    Ghosts kept(ghosts.size());
    for (std::size_t rank = 0; rank < ghosts.size(); ++rank)
      for (const Location& ghost : ghosts[rank])
        if (random.below(2) == 0) kept[rank].insert(ghost);

    const auto room = static_cast<local_index>(seed % 3);
    const AccessPattern pattern = seen_from(comm, owned, ghosts, room);
    std::vector<local_index> used;
    for (local_index k = 0; k < pattern.owned(); k += 2) used.push_back(k);
    for (const Location& ghost : kept[here])
      used.insert(used.end(), 1 + seed % 2, pattern.local(ghost));  // duplicates
    random.shuffle(used);

    const AccessPattern restricted = restrict_to(pattern, used);
    expect_same(restricted, seen_from(comm, owned, kept, room));
    const auto place = renumbering(restricted, pattern);
    for (const Location& ghost : kept[here])
      EXPECT_EQ(place[static_cast<std::size_t>(restricted.local(ghost))], pattern.local(ghost));
  }
}

TEST(Restrict, ToAllIsTheSameAndToNothingIsEmpty) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm); ++seed) {
    const auto owned = random_owned(comm.size(), seed);
    const AccessPattern pattern = seen_from(comm, owned, random_ghosts(owned, seed));
    std::vector<local_index> all(static_cast<std::size_t>(pattern.local_size()));
    std::iota(all.begin(), all.end(), local_index{0});
    expect_same(restrict_to(pattern, all), pattern);
    expect_same(restrict_to(pattern, std::vector<local_index>{}),
                AccessPattern(comm, pattern.owned(), pattern.owned(), {}, {}));
  }
}

TEST(Restrict, OneRanksIndexOutOfRangeIsNamedOnEveryRank) {
  const Communicator comm(MPI_COMM_WORLD);
  const AccessPattern pattern(comm, 2, 2, {}, {});
  try {
    (void)restrict_to(pattern, std::vector<local_index>{0, comm.rank() == comm.size() - 1 ? 2 : 1});
    FAIL() << "nothing was thrown";
  } catch (const CollectiveError& error) {
    EXPECT_EQ(error.what(),
              text("local index 2 of rank ", comm.size() - 1,
                   " is no value of the access pattern: the rank has 2 owned values and 0 ghosts from 2"));
  }
}

}  // namespace
}  // namespace partita
