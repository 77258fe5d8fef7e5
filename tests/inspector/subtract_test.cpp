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

TEST(Subtract, LeavesWhatIsNotThereYetBehindWhatIs) {
  const Communicator comm(MPI_COMM_WORLD);
  const auto here = static_cast<std::size_t>(comm.rank());
  for (std::uint64_t seed = 0; seed < cases(comm); ++seed) {
    const auto owned = random_owned(comm.size(), seed);
    const Ghosts wanted = random_ghosts(owned, 2 * seed), brought = random_ghosts(owned, 2 * seed + 1);
    Ghosts rest = wanted;
    for (std::size_t rank = 0; rank < rest.size(); ++rank)
      for (const Location& ghost : brought[rank]) rest[rank].erase(ghost);
    expect_same(subtract(seen_from(comm, owned, wanted), seen_from(comm, owned, brought)),
                seen_from(comm, owned, rest, static_cast<local_index>(brought[here].size())));
  }
}

TEST(Subtract, WithMergeIsADifferenceOfSets) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm); ++seed) {
    const auto owned = random_owned(comm.size(), seed);
    const AccessPattern a = seen_from(comm, owned, random_ghosts(owned, 2 * seed));
    const AccessPattern b = seen_from(comm, owned, random_ghosts(owned, 2 * seed + 1));
    const AccessPattern nothing(comm, a.owned(), a.owned(), {}, {});
    EXPECT_EQ(subtract(a, a).ghosts(), 0);
    EXPECT_TRUE(subtract(a, a).needed_by().empty());
    expect_same(subtract(a, nothing), a);
    expect_same(merge(b, subtract(a, b)), merge(a, b));
    EXPECT_EQ(subtract(merge(a, b), b).fingerprint(), subtract(a, b).fingerprint());
  }
}

TEST(Subtract, OneArrayServesALoopAfterAnother) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm); ++seed) {
    const auto owned = random_owned(comm.size(), seed);
    const auto pattern = [&](std::uint64_t which) {
      return seen_from(comm, owned, random_ghosts(owned, 3 * seed + which));
    };
    const AccessPattern a = pattern(0), b = pattern(1), c = pattern(2);
    const AccessPattern second = subtract(b, a), third = subtract(c, std::array{a, second});
    EXPECT_EQ(third.ghosts(), subtract(c, merge(a, b)).ghosts()) << "seed " << seed;

    std::vector<Location> array;
    for (const AccessPattern& layer : {a, second, third}) {
      if (array.empty())
        for (local_index k = 0; k < layer.owned(); ++k) array.push_back({comm.rank(), k});
      ASSERT_EQ(layer.first_ghost(), static_cast<local_index>(array.size())) << "seed " << seed;
      array.insert(array.end(), layer.ghost_locations().begin(), layer.ghost_locations().end());
    }
    for (const AccessPattern& wanted : {a, b, c}) {
      const auto place = renumbering(wanted, std::array{a, second, third});
      for (local_index k = 0; k < wanted.local_size(); ++k)
        EXPECT_EQ(array[static_cast<std::size_t>(place[static_cast<std::size_t>(k)])], wanted.location(k));
    }
  }
}

TEST(Subtract, RenumberingSaysWhatIsRoom) {
  const Communicator comm(MPI_COMM_WORLD);
  const AccessPattern part(comm, 2, 4, {}, {});
  EXPECT_EQ(renumbering(part, std::array{part}), (std::vector<local_index>{0, 1, no_value, no_value}));
}

TEST(Subtract, RefusesWhatDoesNotGoTogether) {
  const Communicator comm(MPI_COMM_WORLD), another(MPI_COMM_WORLD);
  const AccessPattern pattern(comm, 2, 2, {}, {});
  EXPECT_THROW((void)subtract(pattern, AccessPattern(comm, 3, 3, {}, {})), Error);
  EXPECT_THROW((void)subtract(pattern, AccessPattern(another, 2, 2, {}, {})), Error);
  if (comm.size() == 1) return;
  const AccessPattern brought(comm, 2, 2, {{(comm.rank() + 1) % comm.size(), 0}}, {});
  EXPECT_THROW((void)subtract(pattern, std::array{brought, brought}), Error) << "one over the other";
}

}  // namespace
}  // namespace partita
