// If one rank dies, throws or sleeps in the middle of replays, the job ends in seconds, and the other ranks
// say where they were. If ranks replay or reduce different things, the check ends the job and names both.
#include <filesystem>
#include <string>
#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/miniapps/command.hpp"

namespace partita::testing_support {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;

constexpr int hung = 124;  // says `timeout`

class DoomedJob : public testing::Test {
 protected:
  // Ranks write their sentences to a file at once: launchers lose some of them when a job fails.
  Outcome job(int ranks, const std::string& end, const std::string& protocol, const std::string& transport,
              const std::string& environment) {
    const std::string said = folder_ / "said";
    Outcome outcome = run_alone("env " + environment + " timeout 60 " PARTITA_MPIEXEC " " +
                                    std::to_string(ranks) + " sh -c 'exec " PARTITA_DOOMED_JOB " " + end +
                                    " " + protocol + " " + transport + " 2>>" + said + "'",
                                folder_);
    outcome.err = read_file(said);
    std::filesystem::remove(said);
    return outcome;
  }

  static void expect_a_failure(const Outcome& outcome) {
    EXPECT_NE(outcome.exit_code, 0);
    EXPECT_NE(outcome.exit_code, hung);
  }

 private:
  Folder folder_{"doomed"};
};

using DoomedByOtherBytes = DoomedJob;

class Doomed : public DoomedJob, public testing::WithParamInterface<std::tuple<std::string, std::string>> {
 protected:
  Outcome job(int ranks, const std::string& end, const std::string& environment = "") {
    return DoomedJob::job(ranks, end, std::get<0>(GetParam()), std::get<1>(GetParam()), environment);
  }

  // All ranks but the last, which fails, say where they were. They may be killed before they get a processor:
  // Open MPI's launcher gives them a second at most, and often less. So the job runs again until all did.
  Outcome job_whose_survivors_say_where(int ranks, const std::string& end) {
    for (int attempt = 1;; ++attempt) {
      Outcome outcome = job(ranks, end);
      int said = 0;
      for (int rank = 0; rank < ranks - 1; ++rank)
        said += testing::Matches(ContainsRegex(
            "rank " + std::to_string(rank) +
            " was (ended|sent SIGCONT) while it waited [^\n]* of the "
            "(gather|scatter) of pattern [0-9a-f]{16} \\(tag [0-9]+\\), by " +
            std::get<0>(GetParam()) + "(, and until its own messages are taken)?\n"))(outcome.err);
      expect_a_failure(outcome);
      if (said == ranks - 1) return outcome;
      if (attempt == 8) {
        ADD_FAILURE() << "not all survivors said where they were:\n" << outcome.err;
        return outcome;
      }
    }
  }
};

constexpr auto name_of_way = [](const auto& way) {
  return std::get<0>(way.param) + "_" + std::get<1>(way.param);
};

INSTANTIATE_TEST_SUITE_P(Ways, Doomed,
                         testing::Values(std::tuple("post_all", "mpi"), std::tuple("post_all", "automatic"),
                                         std::tuple("ready_signal", "mpi"),
                                         std::tuple("ready_signal", "automatic"),
                                         std::tuple("barrier", "automatic"), std::tuple("lock", "mpi")),
                         name_of_way);

TEST_P(Doomed, EndsWhenARankIsKilled) { job_whose_survivors_say_where(4, "killed"); }

TEST_P(Doomed, EndsWhenARankThrows) {
  const Outcome outcome = job_whose_survivors_say_where(3, "throws");
  EXPECT_THAT(outcome.err, HasSubstr("a negative volume\n"));
}

class DoomedInOneOfTwoWays : public Doomed {};

INSTANTIATE_TEST_SUITE_P(Ways, DoomedInOneOfTwoWays,
                         testing::Values(std::tuple("post_all", "mpi"),
                                         std::tuple("ready_signal", "automatic")),
                         name_of_way);

TEST_P(DoomedInOneOfTwoWays, EndsWhenARankIsTerminated) {
  const Outcome outcome = job_whose_survivors_say_where(3, "terminates");
  EXPECT_THAT(outcome.err, ContainsRegex("rank 2 was ended by std::terminate between begin and finish of an "
                                         "exchange that waits [^\n]* of the gather of pattern "));
}

TEST_P(DoomedInOneOfTwoWays, EndsWhenMpiFails) {
  const Outcome outcome = job(3, "fails_in_mpi");
  expect_a_failure(outcome);
  EXPECT_THAT(outcome.err,
              ContainsRegex("partita: MPI has failed on rank 2, between begin and finish of an exchange that "
                            "waits [^\n]* of the gather of pattern [^\n]*: [^\n]*[Ii]nvalid rank\n"));
}

TEST_P(DoomedInOneOfTwoWays, EndsAtItsDeadlineWhenARankSleeps) {
  const Outcome outcome = job(3, "sleeps", "PARTITA_DEADLINE=1");
  expect_a_failure(outcome);
  EXPECT_THAT(outcome.err,
              ContainsRegex("rank [01] has waited 1 s [^\n]* of the (gather|scatter) of the halo "
                            "[^\n]*, longer than PARTITA_DEADLINE allows"));
}

TEST_P(DoomedInOneOfTwoWays, NamesTheReplaysOfRanksThatWaitForEachOther) {
  for (const int ranks : {2, 3, 4, 8}) {
    const Outcome outcome = job(ranks, "strays", "PARTITA_CHECK=1");
    expect_a_failure(outcome);
    const std::string replay = " is in replay [0-9]+ of the (gather|scatter) of pattern [0-9a-f]{16} \\(tag ";
    EXPECT_THAT(outcome.err, ContainsRegex("rank [0-9]" + replay + "[0-9]+\\), but rank [0-9]" + replay +
                                           "[0-9]+\\) instead, and they wait for each other; "));
    EXPECT_THAT(outcome.err,
                ContainsRegex("rank " + std::to_string(ranks - 1) + " is in replay 1 of the scatter"));
  }
}

TEST_P(DoomedInOneOfTwoWays, NamesTheRankThatHasLeft) {
  for (const int ranks : {2, 4}) {
    const Outcome outcome = job(ranks, "leaves", "PARTITA_CHECK=1");
    expect_a_failure(outcome);
    const std::string last = std::to_string(ranks - 1);
    EXPECT_THAT(outcome.err, ContainsRegex("rank [0-9] waits for rank " + last +
                                           " in replay 10 of the (gather|scatter) of pattern "
                                           "[0-9a-f]{16} \\(tag [0-9]+\\), but rank " +
                                           last + " has made only 9 and will make no more; "));
  }
}

constexpr const char* replay_or_reduction =
    "(replay [0-9]+ of the (gather|scatter) of pattern [0-9a-f]{16} \\(tag [0-9]+\\)|"
    "collective [0-9]+ \\(the reduction of rms: sum of [0-9]+ MPI_INT64_T\\))";

TEST_P(DoomedInOneOfTwoWays, NamesTheReductionOfARankThatOthersWaitFor) {
  for (const int ranks : {2, 4}) {
    const Outcome outcome = job(ranks, "reduces", "PARTITA_CHECK=1");
    expect_a_failure(outcome);
    EXPECT_THAT(outcome.err, ContainsRegex(std::string("rank [0-9] is in ") + replay_or_reduction +
                                           ", but rank [0-9] is in " + replay_or_reduction +
                                           " instead, and they wait for each other; "));
    EXPECT_THAT(
        outcome.err,
        ContainsRegex("rank " + std::to_string(ranks - 1) +
                      " is in collective [0-9]+ \\(the reduction of rms: sum of [0-9]+ MPI_INT64_T\\)"));
  }
}

using DoomedReduction = DoomedJob;

TEST_F(DoomedReduction, NamesTheRankThatHasLeft) {
  const Outcome outcome = job(4, "leaves_while_others_reduce", "post_all", "automatic", "PARTITA_CHECK=1");
  expect_a_failure(outcome);
  // Whichever is found first: the rank has begun the end of its communicator, or will make no more.
  EXPECT_THAT(
      outcome.err,
      ContainsRegex("in the reduction of rms: sum of [0-9]+ MPI_INT64_T, but rank 3 is in the end of a "
                    "communicator|\\(the reduction of rms: sum of [0-9]+ MPI_INT64_T\\), but rank 3 has "
                    "made only [0-9]+ and will make no more; "));
}

TEST_F(DoomedReduction, IsNamedByMonitorAndDeadline) {
  const Outcome outcome =
      job(3, "sleeps_while_others_reduce", "post_all", "automatic", "PARTITA_MONITOR=0.2 PARTITA_DEADLINE=1");
  expect_a_failure(outcome);
  EXPECT_THAT(outcome.err,
              ContainsRegex("rank [01] has waited 0.2 s for all ranks in the reduction of rms\n"));
  EXPECT_THAT(outcome.err, ContainsRegex("rank [01] has waited 1 s for all ranks in the reduction of rms, "
                                         "longer than PARTITA_DEADLINE allows"));
}

// Both ranks find it, one by a message that is too short, the other by MPI or by one that is too long.
TEST_F(DoomedByOtherBytes, EndsWithoutACheckWhenAllMessagesGoByMpi) {
  const Outcome outcome = job(2, "has_longer_values", "post_all", "mpi", "");
  expect_a_failure(outcome);
  EXPECT_THAT(outcome.err,
              ContainsRegex("(partita: MPI has failed on rank 0, while it waited for 16 bytes from rank 1 in "
                            "phase 0 of the gather of [^\n]*: [^\n]*|rank 1 expected 512 bytes from rank 0 "
                            "and got 16|rank 0 expected 16 bytes from rank 1 and got 512); give values of "
                            "the same type and components on all ranks\n"));
}

// Messages of more bytes go by MPI, while the receiver of fewer bytes polls shared memory. A message by
// shared memory may overtake the header that the check sends by MPI; then the message itself gives the bytes
// away.
TEST_F(DoomedByOtherBytes, NamesTheRankThatHasThem) {
  for (const int ranks : {2, 4}) {
    const Outcome outcome = job(ranks, "has_longer_values", "post_all", "automatic", "PARTITA_CHECK=1");
    expect_a_failure(outcome);
    EXPECT_THAT(
        outcome.err,
        ContainsRegex("rank [0-9] (makes replay 10 of the gather of pattern [0-9a-f]{16} \\(tag [0-9]+\\) "
                      "with (16|512) bytes a unit, (2|64) float64, but rank [0-9] with (16|512) bytes a "
                      "unit, (2|64) float64|"
                      "expected (16|512) bytes from rank [0-9] and got (16|512)); "));
  }
}

}  // namespace
}  // namespace partita::testing_support
