#include <new>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/petsc/create.hpp>
#include <partita/petsc/vec_exchange.hpp>
#include <partita/support/collectively.hpp>

#include "tests/inspector/random_pattern.hpp"
#include "tests/petsc/random_forest.hpp"

namespace partita::petsc {
namespace {

using namespace testing_support;
using testing::HasSubstr;

// Keeps what PETSc is told in place of printing it.
class ErrorCodeTest : public testing::Test {
 protected:
  struct Said {
    std::string sentence, file;
    MPI_Comm comm = MPI_COMM_NULL;
    PetscErrorType type = PETSC_ERROR_REPEAT;
    int times = 0;
  };

  void SetUp() override { check(PetscPushErrorHandler(keep, &said_)); }
  void TearDown() override { check(PetscPopErrorHandler()); }

  static PetscErrorCode keep(MPI_Comm comm, int, const char*, const char* file, PetscErrorCode code,
                             PetscErrorType type, const char* sentence, void* context) {
    Said& said = *static_cast<Said*>(context);
    said = {sentence, file, comm, type, said.times + 1};
    return code;
  }

  const Communicator comm_{MPI_COMM_WORLD};
  Said said_;
};

TEST_F(ErrorCodeTest, WorkThatIsDoneIsSuccess) {
  EXPECT_EQ(error_code_of(comm_.handle(), [] {}), 0);
  EXPECT_EQ(said_.times, 0);
}

TEST_F(ErrorCodeTest, AnErrorOfOneRankIsSaidByThatRankWithItsSentence) {
  EXPECT_EQ(error_code_of(comm_.handle(), [] { throw Error("edge 3 has no end 100 %s"); }), PETSC_ERR_LIB);
  EXPECT_EQ(said_.sentence, "edge 3 has no end 100 %s");
  EXPECT_THAT(said_.file, HasSubstr("error_code_test.cpp")) << "where error_code_of stands";
  EXPECT_EQ(said_.comm, PETSC_COMM_SELF);
  EXPECT_EQ(said_.type, PETSC_ERROR_INITIAL);
}

TEST_F(ErrorCodeTest, ACollectiveErrorIsSaidOnAllRanksTogether) {
  const PetscErrorCode code = error_code_of(comm_.handle(), [&] {
    collectively(comm_, [&] {
      if (comm_.rank() == comm_.size() - 1) throw Error("the last rank has no mesh");
    });
  });
  EXPECT_EQ(code, PETSC_ERR_LIB);
  EXPECT_EQ(said_.sentence, "the last rank has no mesh");
  EXPECT_EQ(said_.comm, comm_.handle());
}

TEST_F(ErrorCodeTest, OtherExceptionsHaveCodesToo) {
  EXPECT_EQ(error_code_of(comm_.handle(), [] { throw std::bad_alloc(); }), PETSC_ERR_MEM);
  EXPECT_EQ(error_code_of(comm_.handle(), [] { throw 1; }), PETSC_ERR_LIB);
}

TEST_F(ErrorCodeTest, AFailureOfPetscKeepsItsCode) {
  const PetscErrorCode code = error_code_of(comm_.handle(), [] { check(PETSC_ERR_ARG_WRONG); });
  EXPECT_EQ(code, PETSC_ERR_ARG_WRONG);
  EXPECT_EQ(said_.type, PETSC_ERROR_REPEAT) << "PETSC has said what it was";
}

TEST_F(ErrorCodeTest, ALeafWithoutARootIsRefusedOnAllRanks) {
  OwnedSF forest;
  PetscInt place = 0;
  PetscSFNode root{0, 5};  // rank 0 has roots 0 to 3
  const bool last = comm_.rank() == comm_.size() - 1;
  check(PetscSFCreate(PETSC_COMM_WORLD, forest.out()));
  check(PetscSFSetGraph(forest, 4, last ? 1 : 0, &place, PETSC_COPY_VALUES, &root, PETSC_COPY_VALUES));
  std::unique_ptr<VecExchange> exchange;
  EXPECT_EQ(VecExchange::create(comm_, forest, 1, &exchange), PETSC_ERR_LIB);
  EXPECT_THAT(said_.sentence,
              HasSubstr(comm_.size() == 1
                            ? "leaf 0 of rank 0 has root 5 of the same rank, which has 4 roots"
                            : "has a ghost of value 5 of rank 0, which owns 4 values; count them from 0"));
  EXPECT_EQ(exchange, nullptr);
}

TEST_F(ErrorCodeTest, AForestWithoutAGraphIsRefused) {
  OwnedSF forest;
  check(PetscSFCreate(PETSC_COMM_WORLD, forest.out()));
  std::unique_ptr<VecExchange> exchange;
  EXPECT_EQ(VecExchange::create(comm_, forest, 1, &exchange), PETSC_ERR_LIB);
  EXPECT_EQ(said_.sentence, "the PetscSF has no graph; call PetscSFSetGraph");
}

TEST_F(ErrorCodeTest, AnObjectOfOtherRanksIsRefused) {
  if (comm_.size() == 1) GTEST_SKIP() << "one rank has no others";
  OwnedSF forest;
  check(PetscSFCreate(PETSC_COMM_SELF, forest.out()));
  check(PetscSFSetGraph(forest, 0, 0, nullptr, PETSC_COPY_VALUES, nullptr, PETSC_COPY_VALUES));
  std::unique_ptr<VecExchange> exchange;
  EXPECT_EQ(VecExchange::create(comm_, forest, 1, &exchange), PETSC_ERR_LIB);
  EXPECT_THAT(said_.sentence, HasSubstr("the PETSc object is on other ranks than the communicator"));
}

TEST_F(ErrorCodeTest, AVecWithoutGhostsIsRefused) {
  OwnedVec vec;
  make_vec(3, 1, vec.out());
  std::unique_ptr<VecExchange> exchange;
  EXPECT_EQ(VecExchange::create(comm_, vec, &exchange), PETSC_ERR_LIB);
  EXPECT_EQ(said_.sentence, "the Vec has no ghosts; make it with VecCreateGhost or VecCreateGhostBlock");
}

TEST_F(ErrorCodeTest, ABlockOfNothingIsRefused) {
  const RandomForest random(comm_, 3);
  OwnedSF forest;
  random.make(random.owned_here(comm_), forest.out());
  std::unique_ptr<VecExchange> exchange;
  EXPECT_EQ(VecExchange::create(comm_, forest, 0, &exchange), PETSC_ERR_LIB);
  EXPECT_THAT(said_.sentence, HasSubstr("a block of 0 scalars holds nothing"));
}

TEST_F(ErrorCodeTest, AVecThatIsTooShortIsRefusedBeforeAnythingIsSent) {
  OwnedSF forest;
  check(PetscSFCreate(PETSC_COMM_WORLD, forest.out()));
  check(PetscSFSetGraph(forest, 4, 0, nullptr, PETSC_COPY_VALUES, nullptr, PETSC_COPY_VALUES));
  VecExchange exchange(star_forest(comm_, forest), 2);
  {
    OwnedVec shorter;
    make_vec(3, 2, shorter.out());
    // PETSc forgets the norm of a vector when its array is given back.
    const auto norm_is_known = [&] {
      PetscBool is_known = PETSC_FALSE;
      PetscReal norm = 0;
      check(VecNormAvailable(shorter, NORM_2, &is_known, &norm));
      return is_known == PETSC_TRUE;
    };
    PetscReal norm = 0;
    check(VecNorm(shorter, NORM_2, &norm));
    ASSERT_TRUE(norm_is_known());
    EXPECT_EQ(exchange.gather(shorter), PETSC_ERR_LIB);
    EXPECT_THAT(said_.sentence, HasSubstr("a Vec of 6 scalars on rank"));
    EXPECT_THAT(said_.sentence, HasSubstr("is too short for 4 roots of 2"));
    EXPECT_FALSE(norm_is_known());
    check(VecNorm(shorter, NORM_2, &norm));
    EXPECT_EQ(exchange.scatter_add(shorter), PETSC_ERR_LIB);
    EXPECT_FALSE(norm_is_known());
  }  // before the exchange is destroyed
  OwnedVec right;
  make_vec(4, 2, right.out());
  EXPECT_EQ(exchange.gather(right), 0) << "and the exchange goes on";
}

TEST_F(ErrorCodeTest, FinishingWhatWasNotBegunIsRefused) {
  OwnedSF forest;
  check(PetscSFCreate(PETSC_COMM_WORLD, forest.out()));
  check(PetscSFSetGraph(forest, 1, 0, nullptr, PETSC_COPY_VALUES, nullptr, PETSC_COPY_VALUES));
  VecExchange exchange(star_forest(comm_, forest), 1);
  EXPECT_EQ(exchange.finish_gather(), PETSC_ERR_LIB);
  EXPECT_EQ(exchange.finish_scatter_add(), PETSC_ERR_LIB);
}

TEST_F(ErrorCodeTest, APatternWithRoomBeforeItsGhostsBecomesNoVec) {
  const std::vector<local_index> owned(static_cast<std::size_t>(comm_.size()), 4);
  OwnedVec vec;
  EXPECT_EQ(create_vec(seen_from(comm_, owned, random_ghosts(owned, 7), 2), 1, vec.out()), PETSC_ERR_LIB);
  EXPECT_THAT(said_.sentence, HasSubstr("begin at 6, behind room for those of another pattern"));
}

}  // namespace
}  // namespace partita::petsc
