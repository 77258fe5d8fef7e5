// Errors of Partita's where PETSc handles them as it does by itself: the job ends, and somebody says why.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/miniapps/command.hpp"

namespace {

using namespace partita::testing_support;
using testing::HasSubstr;

class FailingJob : public testing::Test {
 protected:
  Folder folder_{"petsc"};
};

TEST_F(FailingJob, EndsWithTheSentenceOfAllRanksSaidOnce) {
  const Outcome outcome = run(3, "timeout 60 " PARTITA_PETSC_FAILING_JOB " on_all", folder_);
  const std::string sentence = "PETSC ERROR: the Vec has no ghosts; make it with VecCreateGhost";
  EXPECT_NE(outcome.exit_code, 0);
  EXPECT_NE(outcome.exit_code, 124) << "it hung";
  EXPECT_THAT(outcome.err + outcome.out, HasSubstr(sentence));
  EXPECT_EQ(outcome.err.find(sentence), outcome.err.rfind(sentence)) << outcome.err;
}

TEST_F(FailingJob, EndsWithTheSentenceOfOneRankThoughOthersWaitForIt) {
  const Outcome outcome = run(3, "timeout 60 " PARTITA_PETSC_FAILING_JOB " on_one", folder_);
  EXPECT_NE(outcome.exit_code, 0);
  EXPECT_NE(outcome.exit_code, 124) << "it hung";
  EXPECT_THAT(outcome.err,
              HasSubstr("[2]PETSC ERROR: a Vec of 3 scalars on rank 2 is too short for 4 roots of 1"));
}

}  // namespace
