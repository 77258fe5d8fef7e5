// If a rank sleeps while the ranks read a file, the others say so when PARTITA_DEADLINE has passed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/miniapps/command.hpp"

namespace partita::testing_support {
namespace {

using testing::ContainsRegex;

constexpr int hung = 124;  // says `timeout`

class RanksThatReadSlices : public testing::Test {
 protected:
  // Ranks write their sentences to a file at once: launchers lose some of them when a job fails.
  Outcome job(int ranks, const std::string& arguments, const std::string& environment) const {
    const std::string said = folder_ / "said", numbers = folder_ / "numbers";
    std::ofstream(numbers) << "1\n2\n3\n4\n5\n6\n7\n8\n";
    Outcome outcome = run_alone("env " + environment + " timeout 60 " PARTITA_MPIEXEC " " +
                                    std::to_string(ranks) + " sh -c 'exec " PARTITA_PIPELINE_JOB " " +
                                    arguments + " " + numbers + " 2>>" + said + "'",
                                folder_);
    outcome.err = read_file(said);
    std::filesystem::remove(said);
    return outcome;
  }

 private:
  Folder folder_{"pipeline"};
};

TEST_F(RanksThatReadSlices, ReadThemIfNoneIsDoomed) {
  EXPECT_EQ(job(3, "-1", "PARTITA_DEADLINE=20").exit_code, 0);
  EXPECT_EQ(job(3, "-1", "PARTITA_CHECK=1").exit_code, 0);
}

TEST_F(RanksThatReadSlices, SayForWhatTheyWaitWhenOneSleeps) {
  const Outcome outcome = job(4, "1", "PARTITA_MONITOR=0.2 PARTITA_DEADLINE=1");
  EXPECT_NE(outcome.exit_code, 0);
  EXPECT_NE(outcome.exit_code, hung);
  EXPECT_THAT(outcome.err,
              ContainsRegex("rank 0 has waited 0.2 s for all ranks in a broadcast from rank 3\n|"
                            "rank [23] has waited 0.2 s for all lower ranks in the pipeline of slices\n"));
  EXPECT_THAT(outcome.err,
              ContainsRegex("rank [023] has waited 1 s for all (lower ranks in the pipeline of slices|"
                            "ranks in a broadcast from rank 3), longer than PARTITA_DEADLINE allows"));
}

}  // namespace
}  // namespace partita::testing_support
