#include <array>
#include <vector>

#include <gtest/gtest.h>

#include <partita/inspector/algebra.hpp>
#include <partita/support/error.hpp>

#include "tests/inspector/random_pattern.hpp"

namespace partita {
namespace {

using testing_support::cases;
using testing_support::expect_same;
using testing_support::Ghosts;
using testing_support::random_ghosts;
using testing_support::random_owned;
using testing_support::seen_from;

TEST(Merge, HasTheGhostsOfBothAtBothEnds) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm); ++seed) {
    const auto owned = random_owned(comm.size(), seed);
    const Ghosts a = random_ghosts(owned, 2 * seed), b = random_ghosts(owned, 2 * seed + 1);
    Ghosts both = a;
    for (std::size_t rank = 0; rank < both.size(); ++rank) both[rank].insert(b[rank].begin(), b[rank].end());
    expect_same(merge(seen_from(comm, owned, a), seen_from(comm, owned, b)), seen_from(comm, owned, both));
  }
}

TEST(Merge, IsAUnion) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm); ++seed) {
    const auto owned = random_owned(comm.size(), seed);
    const auto pattern = [&](std::uint64_t which) {
      return seen_from(comm, owned, random_ghosts(owned, 3 * seed + which));
    };
    const AccessPattern a = pattern(0), b = pattern(1), c = pattern(2);
    const AccessPattern nothing(comm, a.owned(), a.owned(), {}, {});
    expect_same(merge(a, a), a);
    expect_same(merge(a, nothing), a);
    expect_same(merge(a, b), merge(b, a));
    expect_same(merge(merge(a, b), c), merge(a, merge(b, c)));
  }
}

TEST(Merge, IndicesOfAPartBecomeThoseOfTheWhole) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm); ++seed) {
    const auto owned = random_owned(comm.size(), seed);
    const AccessPattern a = seen_from(comm, owned, random_ghosts(owned, 2 * seed));
    const AccessPattern whole = merge(a, seen_from(comm, owned, random_ghosts(owned, 2 * seed + 1)));
    const auto place = renumbering(a, std::array{whole});
    ASSERT_EQ(place.size(), static_cast<std::size_t>(a.local_size()));
    for (local_index k = 0; k < a.local_size(); ++k)
      EXPECT_EQ(whole.location(place[static_cast<std::size_t>(k)]), a.location(k)) << "seed " << seed;
  }
}

TEST(Merge, RefusesWhatDoesNotGoTogether) {
  const Communicator comm(MPI_COMM_WORLD), another(MPI_COMM_WORLD);
  const AccessPattern pattern(comm, 2, 2, {}, {});
  EXPECT_THROW((void)merge(pattern, AccessPattern(comm, 3, 3, {}, {})), Error);
  EXPECT_THROW((void)merge(pattern, AccessPattern(another, 2, 2, {}, {})), Error);
}

TEST(Renumbering, RefusesAWholeThatLacksAGhost) {
  const Communicator comm(MPI_COMM_WORLD);
  if (comm.size() == 1) GTEST_SKIP() << "one rank has no ghosts";
  const int other = (comm.rank() + 1) % comm.size();
  const AccessPattern part(comm, 2, 2, {{other, 1}}, {}), whole(comm, 2, 2, {{other, 0}}, {});
  try {
    (void)renumbering(part, std::array{whole});
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.what(),
              text("no pattern of the layout brings value 1 of rank ", other, " to rank ", comm.rank(),
                   ", which has it as a ghost; renumber only into patterns that cover all"));
  }
}

}  // namespace
}  // namespace partita
