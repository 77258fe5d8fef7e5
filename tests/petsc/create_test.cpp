#include <gtest/gtest.h>

#include <partita/executor/exchange.hpp>
#include <partita/petsc/create.hpp>
#include <partita/petsc/star_forest.hpp>

#include "tests/inspector/random_pattern.hpp"
#include "tests/petsc/random_forest.hpp"

namespace partita::petsc {
namespace {

using namespace testing_support;

class CreateTest : public testing::Test {
 protected:
  // Random patterns; every third rank or so owns nothing, has no ghosts, or is nobody's neighbour.
  template <class Test>
  void for_each_pattern(Test test) const {
    for (std::uint64_t seed = 0; seed < cases_; ++seed) {
      SCOPED_TRACE(seed);
      const std::vector<local_index> owned = random_owned(comm_.size(), seed);
      test(seen_from(comm_, owned, random_ghosts(owned, seed)));
    }
  }

  const Communicator comm_{MPI_COMM_WORLD};
  const std::uint64_t cases_ = 120 / static_cast<std::uint64_t>(comm_.size());
};

TEST_F(CreateTest, APatternBecomesAForestAndComesBack) {
  for_each_pattern([&](const AccessPattern& pattern) {
    OwnedSF forest;
    ASSERT_EQ(create_sf(pattern, forest.out()), 0);
    expect_same(star_forest(comm_, forest).pattern, pattern);
  });
}

TEST_F(CreateTest, APatternBecomesAMappingAndComesBack) {
  for_each_pattern([&](const AccessPattern& pattern) {
    for (const PetscInt block : {1, 3}) {
      OwnedMapping mapping;
      ASSERT_EQ(create_mapping(pattern, block, mapping.out()), 0);
      PetscInt size = 0;
      check(ISLocalToGlobalMappingGetSize(mapping, &size));
      EXPECT_EQ(size, block * pattern.local_size());
      const StarForest back = star_forest(comm_, mapping, pattern.owned());
      expect_same(back.pattern, pattern);
      for (std::size_t leaf = 0; leaf < back.roots.size(); ++leaf)
        ASSERT_EQ(back.places[leaf], back.roots[leaf]) << "local order is that of the pattern";
    }
  });
}

TEST_F(CreateTest, APatternBecomesAVecWithGhostsAndComesBack) {
  for_each_pattern([&](const AccessPattern& pattern) {
    for (const PetscInt block : {1, 2}) {
      OwnedVec vec;
      ASSERT_EQ(create_vec(pattern, block, vec.out()), 0);
      EXPECT_EQ(values_of(vec),
                std::vector<PetscScalar>(static_cast<std::size_t>(block * pattern.local_size())));
      const StarForest back = star_forest(comm_, vec);
      expect_same(back.pattern, pattern);
      EXPECT_EQ(back.places, back.roots);
    }
  });
}

// In a section every local index is a root, ghosts too, though nobody has a leaf of those.
TEST_F(CreateTest, APatternBecomesASectionAndComesBack) {
  for_each_pattern([&](const AccessPattern& pattern) {
    OwnedSection section;
    OwnedSF points;
    ASSERT_EQ(create_section(pattern, 1, section.out(), points.out()), 0);
    const StarForest back = star_forest(comm_, section, points);
    EXPECT_EQ(back.pattern.owned(), pattern.local_size());
    EXPECT_TRUE(std::ranges::equal(back.pattern.ghost_locations(), pattern.ghost_locations()));
    EXPECT_TRUE(std::ranges::equal(back.pattern.needed_by(), pattern.needed_by()));
    for (std::size_t leaf = 0; leaf < back.places.size(); ++leaf)
      ASSERT_EQ(back.places[leaf], pattern.local(back.pattern.location(back.roots[leaf])));
  });
}

TEST_F(CreateTest, ASectionHasAsManyDegreesOfFreedomAsAreAskedFor) {
  for_each_pattern([&](const AccessPattern& pattern) {
    OwnedSection section;
    OwnedSF points;
    ASSERT_EQ(create_section(pattern, 3, section.out(), points.out()), 0);
    EXPECT_EQ(star_forest(comm_, section, points).pattern.ghosts(), 3 * pattern.ghosts());
  });
}

TEST_F(CreateTest, AMappingLeavesOutTheRoomBeforeGhosts) {
  const std::vector<local_index> owned(static_cast<std::size_t>(comm_.size()), 4);
  const Ghosts ghosts = random_ghosts(owned, 7);
  OwnedMapping mapping;
  ASSERT_EQ(create_mapping(seen_from(comm_, owned, ghosts, 2), 1, mapping.out()), 0);
  const StarForest back = star_forest(comm_, mapping, 4);
  expect_same(back.pattern, seen_from(comm_, owned, ghosts));
  EXPECT_EQ(std::ranges::count(back.places, 4), 0);
  EXPECT_EQ(std::ranges::count(back.places, 5), 0);
}

}  // namespace
}  // namespace partita::petsc
