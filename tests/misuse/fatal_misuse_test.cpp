// Misuses after which a job cannot go on: it ends soon, with a sentence, and not with 0. Only an exchange
// that is leaked leaves all values right.
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/miniapps/command.hpp"

namespace partita::testing_support {
namespace {

struct Fatal {
  const char* name;
  const char* how;
  const char* said;
  bool only_checked = false;
  int exit_code = 1;  // else any but 0
};

const Fatal rows[] = {
    {"a communicator less on rank 1", "makes a communicator less",
     "rank [02] has waited 1 s for all ranks in the making of a communicator, longer than PARTITA_DEADLINE"},
    {"exchange leaked on rank 1", "leaks an exchange",
     "rank [02] has waited 1 s for all ranks in the end of a communicator, longer than PARTITA_DEADLINE "
     "allows; see what the others say; it is not freed",
     false, 0},
    {"exchange destroyed under way", "destroys under way",
     "rank [0-2] destroyed an exchange between begin and finish.*; finish it first"},
    {"large exchange destroyed under way on rank 1", "destroys a large one under way",
     "rank 1 destroyed an exchange between begin and finish.*; finish it first"},
    {"use after MPI_Finalize", "goes on after MPI", "MPI is not running"},
    {"deadline that is no number on rank 1", "'sets PARTITA_DEADLINE=nan'", "PARTITA_DEADLINE is \"nan\""},
    {"monitor that is no number on rank 1", "'sets PARTITA_MONITOR=soon'", "PARTITA_MONITOR is \"soon\""},
    {"check that is no switch on rank 1", "'sets PARTITA_CHECK=2'", "PARTITA_CHECK is \"2\""},
    {"check that differs on rank 1", "'sets PARTITA_CHECK=0'", "disagree about PARTITA_CHECK", true},
};

class FatalMisuse : public testing::TestWithParam<Fatal> {};

INSTANTIATE_TEST_SUITE_P(Rows, FatalMisuse, testing::ValuesIn(rows), [](const auto& row) {
  std::string name = row.param.name;
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
});

TEST_P(FatalMisuse, EndsTheJobWithASentence) {
  const Fatal& row = GetParam();
  const Folder folder("misuse");
  for (const bool is_checked : {false, true}) {
    if (row.only_checked && !is_checked) continue;
    const std::string said = folder / "said", how = row.how;
    const std::string variables = is_checked ? "PARTITA_DEADLINE=1 PARTITA_CHECK=1 " : "PARTITA_DEADLINE=1 ";
    const Outcome outcome = run_alone(
        "env " + variables + "timeout 30 " PARTITA_MPIEXEC " 3 sh -c \"exec " PARTITA_FATAL_MISUSE_JOB " " +
            (how.front() == '\'' ? how : '\'' + how + '\'') + " 2>>" + said + "\"",
        folder);
    EXPECT_EQ(outcome.exit_code == 0, row.exit_code == 0);
    EXPECT_NE(outcome.exit_code, 124) << "it hung";
    EXPECT_THAT(read_file(said), testing::ContainsRegex(row.said));
    std::filesystem::remove(said);
  }
}

// Without a variable these end, with all values: so they do with each.
TEST(MisuseOfTheEnd, HangsWithNoVariable) {
  const Folder folder("misuse");
  for (const char* how : {"leaks an exchange", "ends communicators in another order"})
    for (const std::string variable : {"PARTITA_LEARN=1", "PARTITA_MONITOR=0.2", "PARTITA_CHECK=1"}) {
      SCOPED_TRACE(how + (" with " + variable));
      const std::string said = folder / "said";
      const Outcome outcome =
          run_alone("env " + variable +
                        " timeout 60 " PARTITA_MPIEXEC " 3 sh -c \"exec " PARTITA_FATAL_MISUSE_JOB " '" +
                        how + "' 2>>" + said + "\"",
                    folder);
      EXPECT_EQ(outcome.exit_code, 0);
      if (variable == "PARTITA_CHECK=1") {
        EXPECT_THAT(
            read_file(said),
            testing::ContainsRegex("rank [0-2] ended a communicator 5 s ago, but rank [0-2] has not; end "
                                   "communicators on all ranks, in the same order; it is not freed"));
      }
      std::filesystem::remove(said);
    }
}

}  // namespace
}  // namespace partita::testing_support
