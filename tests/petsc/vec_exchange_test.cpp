#include <gtest/gtest.h>
#include <petscdmplex.h>

#include <partita/executor/plan/plan.hpp>
#include <partita/petsc/vec_exchange.hpp>

#include "tests/petsc/random_forest.hpp"

namespace partita::petsc {
namespace {

using namespace testing_support;

class VecExchangeTest : public testing::Test {
 protected:
  const Communicator comm_{MPI_COMM_WORLD};
  const std::uint64_t cases_ = 120 / static_cast<std::uint64_t>(comm_.size());
};

// A unit of so many scalars, for PetscSF.
class Unit {
 public:
  explicit Unit(int scalars) : type_(MPIU_SCALAR) {
    if (scalars == 1) return;  // PetscSF knows it by its name only
    MPI_Type_contiguous(scalars, MPIU_SCALAR, &type_);
    MPI_Type_commit(&type_);
  }
  ~Unit() {
    if (type_ != MPIU_SCALAR) MPI_Type_free(&type_);
  }
  Unit(const Unit&) = delete;
  Unit& operator=(const Unit&) = delete;
  operator MPI_Datatype() const { return type_; }

 private:
  MPI_Datatype type_;
};

struct Arrays {
  Vec roots, leaves;
  PetscScalar *root_values = nullptr, *leaf_values = nullptr;
  Arrays(Vec roots_vec, Vec leaves_vec) : roots(roots_vec), leaves(leaves_vec) {
    check(VecGetArray(roots, &root_values));
    check(VecGetArray(leaves, &leaf_values));
  }
  ~Arrays() {
    (void)VecRestoreArray(roots, &root_values);
    (void)VecRestoreArray(leaves, &leaf_values);
  }
};

TEST_F(VecExchangeTest, GathersAsPetscSFBcastDoes) {
  for (std::uint64_t seed = 0; seed < cases_; ++seed)
    for (const int block : {1, 3}) {
      const RandomForest random(comm_, seed);
      OwnedSF forest;
      OwnedVec roots, leaves, expected;
      random.make(random.owned_here(comm_), forest.out());
      make_vec(random.owned_here(comm_), block, roots.out());
      make_vec(random.extent, block, leaves.out());
      make_vec(random.extent, block, expected.out());
      {
        const Unit unit(block);
        const Arrays arrays(roots, expected);
        check(PetscSFBcastBegin(forest, unit, arrays.root_values, arrays.leaf_values, MPI_REPLACE));
        check(PetscSFBcastEnd(forest, unit, arrays.root_values, arrays.leaf_values, MPI_REPLACE));
      }
      std::unique_ptr<VecExchange> exchange;
      ASSERT_EQ(VecExchange::create(comm_, forest, block, &exchange), 0);
      ASSERT_EQ(exchange->gather(roots, leaves), 0);
      ASSERT_EQ(values_of(leaves), values_of(expected)) << "seed " << seed << ", blocks of " << block;
    }
}

TEST_F(VecExchangeTest, ScattersAsPetscSFReduceDoes) {
  for (std::uint64_t seed = 0; seed < cases_; ++seed) {
    const RandomForest random(comm_, seed);
    OwnedSF forest;
    OwnedVec roots, leaves, expected;
    random.make(random.owned_here(comm_), forest.out());
    make_vec(random.owned_here(comm_), 1, roots.out());
    make_vec(random.owned_here(comm_), 1, expected.out());
    make_vec(random.extent, 1, leaves.out());
    {
      const Arrays arrays(expected, leaves);
      check(PetscSFReduceBegin(forest, MPIU_SCALAR, arrays.leaf_values, arrays.root_values, MPI_SUM));
      check(PetscSFReduceEnd(forest, MPIU_SCALAR, arrays.leaf_values, arrays.root_values, MPI_SUM));
    }
    const std::vector<PetscScalar> before = values_of(leaves);
    std::unique_ptr<VecExchange> exchange;
    ASSERT_EQ(VecExchange::create(comm_, forest, 1, &exchange), 0);
    ASSERT_EQ(exchange->scatter_add(leaves, roots), 0);
    ASSERT_EQ(values_of(roots), values_of(expected)) << "seed " << seed;
    ASSERT_EQ(values_of(leaves), before) << "leaves stay as they are";
  }
}

TEST_F(VecExchangeTest, ScattersBlocks) {
  for (std::uint64_t seed = 0; seed < cases_; ++seed) {
    const RandomForest random(comm_, seed);
    OwnedSF forest;
    OwnedVec roots, leaves, one_roots, one_leaves;
    random.make(random.owned_here(comm_), forest.out());
    make_vec(random.owned_here(comm_), 3, roots.out());
    make_vec(random.extent, 3, leaves.out());
    make_vec(random.owned_here(comm_), 1, one_roots.out());
    make_vec(random.extent, 1, one_leaves.out());
    std::unique_ptr<VecExchange> blocks, scalars;
    ASSERT_EQ(VecExchange::create(comm_, forest, 3, &blocks), 0);
    ASSERT_EQ(VecExchange::create(comm_, forest, 1, &scalars), 0);

    // Every component by itself.
    std::vector<PetscScalar> expected = values_of(roots);
    for (std::size_t component = 0; component < 3; ++component) {
      {
        const Arrays arrays(one_roots, one_leaves);
        const std::vector<PetscScalar> all_roots = values_of(roots), all_leaves = values_of(leaves);
        for (std::size_t k = component; k < all_roots.size(); k += 3)
          arrays.root_values[k / 3] = all_roots[k];
        for (std::size_t k = component; k < all_leaves.size(); k += 3)
          arrays.leaf_values[k / 3] = all_leaves[k];
      }
      ASSERT_EQ(scalars->scatter_add(one_leaves, one_roots), 0);
      const std::vector<PetscScalar> sums = values_of(one_roots);
      for (std::size_t k = 0; k < sums.size(); ++k) expected[3 * k + component] = sums[k];
    }
    ASSERT_EQ(blocks->scatter_add(leaves, roots), 0);
    ASSERT_EQ(values_of(roots), expected) << "seed " << seed;
  }
}

// A vector whose ghosts are any blocks of other ranks, in any order.
void make_ghosted(const Communicator& comm, std::uint64_t seed, PetscInt block, Vec* vec) {
  const RandomForest random(comm, seed);
  std::vector<PetscInt> first(random.owned.size() + 1, 0);
  std::partial_sum(random.owned.begin(), random.owned.end(), first.begin() + 1);
  std::vector<PetscInt> ghosts;
  for (const PetscSFNode& root : random.roots)
    if (const PetscInt number = first[static_cast<std::size_t>(root.rank)] + root.index;
        root.rank != comm.rank() && std::ranges::find(ghosts, number) == ghosts.end())
      ghosts.push_back(number);
  if (seed % 3 == 0) std::ranges::sort(ghosts);
  check(VecCreateGhostBlock(PETSC_COMM_WORLD, block, block * random.owned_here(comm), PETSC_DETERMINE,
                            static_cast<PetscInt>(ghosts.size()), ghosts.data(), vec));
  Vec local = nullptr;
  PetscScalar* values = nullptr;
  PetscInt size = 0;
  check(VecGhostGetLocalForm(*vec, &local));
  check(VecGetLocalSize(local, &size));
  check(VecGetArray(local, &values));
  for (PetscInt k = 0; k < size; ++k) values[k] = 1000.0 * (comm.rank() + 1) + k;
  check(VecRestoreArray(local, &values));
  check(VecGhostRestoreLocalForm(*vec, &local));
}

TEST_F(VecExchangeTest, UpdatesGhostsInPlaceAsVecGhostUpdateDoes) {
  for (std::uint64_t seed = 0; seed < cases_; ++seed)
    for (const PetscInt block : {1, 4}) {
      OwnedVec vec, expected;
      make_ghosted(comm_, seed, block, vec.out());
      make_ghosted(comm_, seed, block, expected.out());
      std::unique_ptr<VecExchange> exchange;
      ASSERT_EQ(VecExchange::create(comm_, vec, &exchange), 0);

      check(VecGhostUpdateBegin(expected, ADD_VALUES, SCATTER_REVERSE));
      check(VecGhostUpdateEnd(expected, ADD_VALUES, SCATTER_REVERSE));
      ASSERT_EQ(exchange->scatter_add(vec), 0);
      ASSERT_EQ(values_of(vec), values_of(expected)) << "seed " << seed << ", blocks of " << block;

      check(VecGhostUpdateBegin(expected, INSERT_VALUES, SCATTER_FORWARD));
      check(VecGhostUpdateEnd(expected, INSERT_VALUES, SCATTER_FORWARD));
      ASSERT_EQ(exchange->gather(vec), 0);
      ASSERT_EQ(values_of(vec), values_of(expected)) << "seed " << seed << ", blocks of " << block;
    }
}

TEST_F(VecExchangeTest, GathersAVectorsDuplicateToo) {
  OwnedVec vec, other;
  make_ghosted(comm_, 5, 2, vec.out());
  std::unique_ptr<VecExchange> exchange;
  ASSERT_EQ(VecExchange::create(comm_, vec, &exchange), 0);
  check(VecDuplicate(vec, other.out()));
  check(VecCopy(vec, other));
  ASSERT_EQ(exchange->gather(vec), 0);
  ASSERT_EQ(exchange->gather(other), 0);
  EXPECT_EQ(values_of(other), values_of(vec));
}

TEST_F(VecExchangeTest, GathersWhatAMappingNamesAsVecScatterDoes) {
  for (std::uint64_t seed = 0; seed < cases_; ++seed) {
    const RandomForest random(comm_, seed);
    std::vector<PetscInt> first(random.owned.size() + 1, 0);
    std::partial_sum(random.owned.begin(), random.owned.end(), first.begin() + 1);
    std::vector<PetscInt> globals;
    for (const PetscSFNode& root : random.roots)
      globals.push_back(first[static_cast<std::size_t>(root.rank)] + root.index);
    const auto size = static_cast<PetscInt>(globals.size());

    OwnedMapping mapping;
    OwnedVec roots, leaves, expected;
    check(ISLocalToGlobalMappingCreate(PETSC_COMM_WORLD, 1, size, globals.data(), PETSC_COPY_VALUES,
                                       mapping.out()));
    make_vec(random.owned_here(comm_), 1, roots.out());
    make_vec(size, 1, leaves.out());
    make_vec(size, 1, expected.out());

    PetscInt begin = 0;
    check(VecGetOwnershipRange(expected, &begin, nullptr));
    Owned<IS, ISDestroy> from, to;
    Owned<VecScatter, VecScatterDestroy> scatter;
    check(ISCreateGeneral(PETSC_COMM_WORLD, size, globals.data(), PETSC_COPY_VALUES, from.out()));
    check(ISCreateStride(PETSC_COMM_WORLD, size, begin, 1, to.out()));
    check(VecScatterCreate(roots, from, expected, to, scatter.out()));
    check(VecScatterBegin(scatter, roots, expected, INSERT_VALUES, SCATTER_FORWARD));
    check(VecScatterEnd(scatter, roots, expected, INSERT_VALUES, SCATTER_FORWARD));

    std::unique_ptr<VecExchange> exchange;
    ASSERT_EQ(VecExchange::create(comm_, mapping, random.owned_here(comm_), &exchange), 0);
    check(VecLockReadPush(roots));
    ASSERT_EQ(exchange->gather(roots, leaves), 0) << "also from what is locked, as in a residual";
    check(VecLockReadPop(roots));
    ASSERT_EQ(values_of(leaves), values_of(expected)) << "seed " << seed;
  }
}

// A mesh of PETSc's, with so many degrees of freedom at its vertices.
void make_mesh(PetscInt dofs, DM* dm) {
  const PetscInt faces[] = {5, 4};
  check(DMPlexCreateBoxMesh(PETSC_COMM_WORLD, 2, PETSC_FALSE, faces, nullptr, nullptr, nullptr, PETSC_TRUE,
                            dm));
  DM distributed = nullptr;
  check(DMPlexDistribute(*dm, 0, nullptr, &distributed));
  if (distributed != nullptr) {
    check(DMDestroy(dm));
    *dm = distributed;
  }
  OwnedSection section;
  PetscInt begin = 0, end = 0;
  check(PetscSectionCreate(PETSC_COMM_WORLD, section.out()));
  check(DMPlexGetChart(*dm, &begin, &end));
  check(PetscSectionSetChart(section, begin, end));
  check(DMPlexGetDepthStratum(*dm, 0, &begin, &end));
  for (PetscInt vertex = begin; vertex < end; ++vertex) check(PetscSectionSetDof(section, vertex, dofs));
  check(PetscSectionSetUp(section));
  check(DMSetLocalSection(*dm, section));
}

TEST_F(VecExchangeTest, ExchangesALocalVectorOfPetscsMeshInPlace) {
  for (const PetscInt dofs : {1, 2}) {
    Owned<DM, DMDestroy> mesh;
    make_mesh(dofs, mesh.out());
    PetscSection section = nullptr;
    PetscSF points = nullptr;
    check(DMGetLocalSection(mesh, &section));
    check(DMGetPointSF(mesh, &points));
    OwnedVec local, expected, global;
    check(DMCreateLocalVector(mesh, local.out()));
    check(DMCreateLocalVector(mesh, expected.out()));
    check(DMCreateGlobalVector(mesh, global.out()));
    PetscScalar* values = nullptr;
    PetscInt size = 0;
    check(VecGetLocalSize(local, &size));
    check(VecGetArray(local, &values));
    for (PetscInt k = 0; k < size; ++k) values[k] = 1000.0 * (comm_.rank() + 1) + k;
    check(VecRestoreArray(local, &values));

    check(DMLocalToGlobal(mesh, local, ADD_VALUES, global));
    check(DMGlobalToLocal(mesh, global, INSERT_VALUES, expected));
    std::unique_ptr<VecExchange> exchange;
    ASSERT_EQ(VecExchange::create(comm_, section, points, &exchange), 0);
    ASSERT_EQ(exchange->scatter_add(local), 0);
    ASSERT_EQ(exchange->gather(local), 0);
    EXPECT_EQ(values_of(local), values_of(expected));
  }
}

TEST_F(VecExchangeTest, IsSplitAndBothWaysMayBeUnderWayAtOnce) {
  OwnedVec q, counts, q_expected, counts_expected;
  for (Vec* vec : {q.out(), counts.out(), q_expected.out(), counts_expected.out()})
    make_ghosted(comm_, 8, 2, vec);
  std::unique_ptr<VecExchange> exchange;
  ASSERT_EQ(VecExchange::create(comm_, q, &exchange), 0);
  ASSERT_EQ(exchange->gather(q_expected), 0);
  ASSERT_EQ(exchange->scatter_add(counts_expected), 0);
  ASSERT_EQ(exchange->begin_gather(q), 0);
  ASSERT_EQ(exchange->begin_scatter_add(counts), 0);
  ASSERT_EQ(exchange->finish_gather(), 0);
  ASSERT_EQ(exchange->finish_scatter_add(), 0);
  EXPECT_EQ(values_of(q), values_of(q_expected));
  EXPECT_EQ(values_of(counts), values_of(counts_expected));
}

TEST_F(VecExchangeTest, ReplaysAnyPlan) {
  OwnedVec expected;
  make_ghosted(comm_, 4, 2, expected.out());
  const StarForest forest = star_forest(comm_, expected);
  ASSERT_EQ(VecExchange(forest, 2).gather(expected), 0);
  for (const Algorithm algorithm : {Algorithm::lp, Algorithm::balanced, Algorithm::two_stage}) {
    OwnedVec vec;
    make_ghosted(comm_, 4, 2, vec.out());
    VecExchange exchange(
        forest, 2,
        make_plan(forest.pattern, {.schedule = {.algorithm = algorithm}, .way = {Protocol::pairwise_sync}}));
    ASSERT_EQ(exchange.gather(vec), 0);
    EXPECT_EQ(values_of(vec), values_of(expected)) << name_of(algorithm);
  }
}

TEST_F(VecExchangeTest, PetscForgetsTheNormOfAVectorThatIsAddedTo) {
  OwnedVec vec;
  make_ghosted(comm_, 5, 1, vec.out());
  std::unique_ptr<VecExchange> exchange;
  ASSERT_EQ(VecExchange::create(comm_, vec, &exchange), 0);
  PetscReal norm = 0;
  PetscScalar square = 0;
  check(VecNorm(vec, NORM_2, &norm));
  ASSERT_EQ(exchange->scatter_add(vec), 0);
  check(VecNorm(vec, NORM_2, &norm));
  check(VecDot(vec, vec, &square));
  EXPECT_NEAR(norm * norm, PetscRealPart(square), 1e-12 * norm * norm);
}

}  // namespace
}  // namespace partita::petsc
