// The airfoil's history of steps as a file: complete lines at any time, continued by --restart.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/miniapps/airfoil_program.hpp"

namespace {

using namespace partita::testing_support;
using nlohmann::json;

class AirfoilHistory : public Airfoil {
 protected:
  // The lines, each of which has an end.
  std::vector<std::string> lines() const {
    const std::string written = read_file(file_);
    EXPECT_TRUE(written.ends_with("\n"));
    std::istringstream text(written);
    std::vector<std::string> all;
    for (std::string line; std::getline(text, line);) all.push_back(line);
    return all;
  }

  const std::string file_ = folder_ / "run.csv";
  const std::string small_ = "--points 48x12 --quiet --history " + file_ + " ";
};

TEST_F(AirfoilHistory, HasALineForEachStepWithTheNumbersOfTheReport) {
  std::string expected;
  for (const int ranks : {1, 3}) {
    const json r = report(ranks, small_ + "--steps 20");
    const auto all = lines();
    ASSERT_EQ(all.size(), 21u);
    EXPECT_EQ(all.front(), "step,residual,lift,drag");
    EXPECT_THAT(all.back(), testing::StartsWith("20,"));
    EXPECT_THAT(all.back(), testing::EndsWith("," + r.at("lift_coefficient").dump() + "," +
                                              r.at("drag_coefficient").dump()));
    if (!expected.empty()) {
      EXPECT_EQ(read_file(file_), expected) << "on any ranks";
    }
    expected = read_file(file_);
  }
}

TEST_F(AirfoilHistory, OfAKilledRunHasCompleteLines) {
  const Outcome outcome = run_alone("sh -c 'set -e; " PARTITA_AIRFOIL " " + small_ +
                                        "--levels 1 --drop 16 & for k in $(seq 6000); do grep -q ^50, " +
                                        file_ + " && break; sleep 0.01; done; kill -KILL $!; wait $! || :'",
                                    folder_);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto all = lines();
  ASSERT_GT(all.size(), 50u);
  for (const std::string& line : all) EXPECT_EQ(std::count(line.begin(), line.end(), ','), 3) << line;
}

TEST_F(AirfoilHistory, OtherFilesAreRefusedAsOtherOutputsRefuseThem) {
  expect_refusal(2, "--history /nowhere/run.csv",
                 "cannot write /nowhere/run.csv: there is no folder /nowhere");
  expect_refusal(1, "--history a --report ./a", "--history and --report are both a", wrong_usage);
  expect_refusal(1, "--mesh a.su2 --history a.su2", "a.su2 is the mesh, which would be overwritten",
                 wrong_usage);
  expect_refusal(1, "--restart a --history a", "a is the file to begin from, which would be overwritten",
                 wrong_usage);
}

TEST_F(AirfoilHistory, OfARunThatGoesOnIsThatOfOneWithoutABreak) {
  report(2, small_ + "--steps 20");
  const std::string expected = read_file(file_), kept = folder_ / "run.h5";
  report(2, small_ + "--steps 10 --checkpoint " + kept);
  report(1, small_ + "--steps 15 --restart " + kept);
  std::ofstream(file_, std::ios::app) << "16,0.01";  // a kill in the middle of a line
  report(3, small_ + "--steps 20 --restart " + kept);
  EXPECT_EQ(read_file(file_), expected);

  std::ofstream(file_) << "of another program\n";
  expect_refused(airfoil(2, small_ + "--steps 20 --restart " + kept), "airfoil",
                 file_ + " is no history of an airfoil", wrong_input);
  EXPECT_EQ(read_file(file_), "of another program\n");
}

}  // namespace
