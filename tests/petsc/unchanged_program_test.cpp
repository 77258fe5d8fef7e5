// A program of PETSc alone exchanges by Partita because of PETSC_OPTIONS.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/miniapps/command.hpp"

namespace {

using namespace partita::testing_support;
using testing::HasSubstr;

const std::string plug_in = "-dll_append " PARTITA_PARTITA_SF " ";

class UnchangedProgram : public testing::Test {
 protected:
  Outcome run_with(const std::string& options, int ranks) {
    return run(ranks, "timeout 60 env PETSC_OPTIONS='" + options + "' " PARTITA_UNCHANGED_PROGRAM, folder_);
  }
  Folder folder_{"petsc"};
};

TEST_F(UnchangedProgram, PrintsTheSameByPartita) {
  for (const int ranks : {1, 2, 3}) {
    const Outcome alone = run_with("", ranks);
    EXPECT_EQ(alone.exit_code, 0) << alone.err;
    for (const std::string& options : {plug_in, plug_in + "-sf_type partita -sf_partita_after 0"}) {
      const Outcome by_partita = run_with(options + " -log_view :" + (folder_ / "log"), ranks);
      EXPECT_EQ(by_partita.exit_code, 0) << by_partita.err;
      EXPECT_EQ(by_partita.out, alone.out) << options;
      if (ranks > 1) {
        EXPECT_THAT(read_file(folder_ / "log"), HasSubstr("PartitaSchedule")) << options;
      }
    }
  }
}

TEST_F(UnchangedProgram, EndsWithOneSentenceIfAWordNamesNoPlan) {
  const Outcome outcome = run_with(plug_in + "-sf_partita_plan nonsense", 3);
  const std::string sentence = R"("nonsense" is no word for a plan)";
  EXPECT_NE(outcome.exit_code, 0);
  EXPECT_NE(outcome.exit_code, 124) << "it hung";
  EXPECT_NE(outcome.err.find(sentence), std::string::npos) << outcome.err;
  EXPECT_EQ(outcome.err.find(sentence), outcome.err.rfind(sentence)) << outcome.err;
}

}  // namespace
