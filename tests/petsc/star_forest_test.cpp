#include <map>
#include <set>

#include <gtest/gtest.h>

#include <partita/petsc/star_forest.hpp>

#include "tests/petsc/random_forest.hpp"

namespace partita::petsc {
namespace {

using namespace testing_support;

// With more ranks fewer.
std::uint64_t cases(const Communicator& comm) { return 200 / static_cast<std::uint64_t>(comm.size()); }

TEST(StarForest, EveryLeafRefersToItsRootAndEveryGhostIsThereOnce) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm); ++seed) {
    SCOPED_TRACE(seed);
    const RandomForest random(comm, seed);
    OwnedSF sf;
    random.make(random.owned_here(comm), sf.out());
    const StarForest forest = star_forest(comm, sf);
    EXPECT_EQ(forest.pattern.owned(), random.owned_here(comm));
    std::map<PetscInt, Location> root_at, expected;  // PetscSF may put leaves in another order
    for (std::size_t leaf = 0; leaf < forest.roots.size(); ++leaf)
      root_at[forest.places[leaf]] = forest.pattern.location(forest.roots[leaf]);
    std::set<Location> elsewhere;
    for (std::size_t leaf = 0; leaf < random.roots.size(); ++leaf) {
      const Location root{static_cast<int>(random.roots[leaf].rank),
                          static_cast<local_index>(random.roots[leaf].index)};
      expected[random.places[leaf]] = root;
      if (root.rank != comm.rank()) elsewhere.insert(root);
    }
    EXPECT_EQ(root_at, expected);
    EXPECT_EQ(forest.pattern.ghosts(), std::ssize(elsewhere));
  }
}

TEST(StarForest, LeavesWithoutPlacesLieOneAfterTheOther) {
  const Communicator comm(MPI_COMM_WORLD);
  PetscSFNode roots[] = {{0, 1}, {0, 0}};
  OwnedSF sf;
  check(PetscSFCreate(PETSC_COMM_WORLD, sf.out()));
  check(PetscSFSetGraph(sf, 2, 2, nullptr, PETSC_COPY_VALUES, roots, PETSC_COPY_VALUES));
  EXPECT_EQ(star_forest(comm, sf).places, (std::vector<local_index>{0, 1}));
}

}  // namespace
}  // namespace partita::petsc
