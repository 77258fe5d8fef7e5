#include <array>
#include <vector>

#include <gtest/gtest.h>

#include <partita/inspector/algebra.hpp>
#include <partita/support/error.hpp>

#include "tests/inspector/random_pattern.hpp"
#include "tests/sentence.hpp"

namespace partita {
namespace {

using namespace testing_support;

// Patterns over the same owned values, and no ghosts.
struct RandomPatterns {
  RandomPatterns(const Communicator& comm, std::uint64_t seed)
      : owned(random_owned(comm.size(), seed)),
        ghosts{random_ghosts(owned, 3 * seed), random_ghosts(owned, 3 * seed + 1),
               random_ghosts(owned, 3 * seed + 2)},
        a(seen_from(comm, owned, ghosts[0])),
        b(seen_from(comm, owned, ghosts[1])),
        c(seen_from(comm, owned, ghosts[2])),
        nothing(comm, a.owned(), a.owned(), {}, {}) {}

  std::vector<local_index> owned;
  std::array<Ghosts, 3> ghosts;
  AccessPattern a, b, c, nothing;
};

TEST(Merge, HasTheGhostsOfBothAtBothEnds) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm); ++seed) {
    const RandomPatterns of(comm, seed);
    Ghosts both = of.ghosts[0];
    for (std::size_t rank = 0; rank < both.size(); ++rank)
      both[rank].insert(of.ghosts[1][rank].begin(), of.ghosts[1][rank].end());
    expect_same(merge(of.a, of.b), seen_from(comm, of.owned, both));
  }
}

TEST(Merge, IsAUnion) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm); ++seed) {
    const auto& [owned, ghosts, a, b, c, nothing] = RandomPatterns(comm, seed);
    expect_same(merge(a, a), a);
    expect_same(merge(a, nothing), a);
    expect_same(merge(a, b), merge(b, a));
    expect_same(merge(merge(a, b), c), merge(a, merge(b, c)));
  }
}

TEST(Subtract, LeavesWhatIsNotThereYetBehindWhatIs) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm); ++seed) {
    const RandomPatterns of(comm, seed);
    Ghosts rest = of.ghosts[0];
    for (std::size_t rank = 0; rank < rest.size(); ++rank)
      for (const Location& ghost : of.ghosts[1][rank]) rest[rank].erase(ghost);
    expect_same(subtract(of.a, of.b), seen_from(comm, of.owned, rest, of.b.ghosts()));
  }
}

TEST(Subtract, WithMergeIsADifferenceOfSets) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm); ++seed) {
    const auto& [owned, ghosts, a, b, c, nothing] = RandomPatterns(comm, seed);
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
    const auto& [owned, ghosts, a, b, c, nothing] = RandomPatterns(comm, seed);
    const AccessPattern second = subtract(b, a), third = subtract(c, std::array{a, second});
    EXPECT_EQ(third.ghosts(), subtract(c, merge(a, b)).ghosts()) << "seed " << seed;

    std::vector<Location> array;
    for (local_index k = 0; k < a.owned(); ++k) array.push_back({comm.rank(), k});
    for (const AccessPattern& layer : {a, second, third}) {
      ASSERT_EQ(layer.first_ghost(), static_cast<local_index>(array.size())) << "seed " << seed;
      array.insert(array.end(), layer.ghost_locations().begin(), layer.ghost_locations().end());
    }
    for (const AccessPattern& wanted : {a, b, c}) {
      const auto place = renumbering(wanted, std::array{a, second, third});
      ASSERT_EQ(place.size(), static_cast<std::size_t>(wanted.local_size()));
      for (local_index k = 0; k < wanted.local_size(); ++k)
        EXPECT_EQ(array[static_cast<std::size_t>(place[static_cast<std::size_t>(k)])], wanted.location(k));
    }
  }
}

TEST(Renumbering, SaysWhatIsRoom) {
  const Communicator comm(MPI_COMM_WORLD);
  const AccessPattern part(comm, 2, 4, {}, {});
  EXPECT_EQ(renumbering(part, std::array{part}), (std::vector<local_index>{0, 1, no_value, no_value}));
}

TEST(Renumbering, RefusesAWholeThatLacksAGhost) {
  const Communicator comm(MPI_COMM_WORLD);
  if (comm.size() == 1) GTEST_SKIP() << "one rank has no ghosts";
  const int other = (comm.rank() + 1) % comm.size();
  const AccessPattern part(comm, 2, 2, {{other, 1}}, {}), whole(comm, 2, 2, {{other, 0}}, {});
  EXPECT_EQ(sentence_of([&] { (void)renumbering(part, std::array{whole}); }),
            text("no pattern of the layout brings value 1 of rank ", other, " to rank ", comm.rank(),
                 ", which has it as a ghost; renumber only into patterns that cover all"));
}

TEST(PatternAlgebra, RefusesWhatDoesNotGoTogether) {
  const Communicator comm(MPI_COMM_WORLD), another(MPI_COMM_WORLD);
  const AccessPattern pattern(comm, 2, 2, {}, {});
  for (const AccessPattern& other :
       {AccessPattern(comm, 3, 3, {}, {}), AccessPattern(another, 2, 2, {}, {})}) {
    EXPECT_THROW((void)merge(pattern, other), Error);
    EXPECT_THROW((void)subtract(pattern, other), Error);
  }
  if (comm.size() == 1) return;
  const AccessPattern brought(comm, 2, 2, {{(comm.rank() + 1) % comm.size(), 0}}, {});
  EXPECT_THROW((void)subtract(pattern, std::array{brought, brought}), Error) << "one over the other";
}

}  // namespace
}  // namespace partita
