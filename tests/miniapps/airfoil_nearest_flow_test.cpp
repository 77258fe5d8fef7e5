// Runs that begin from a flow on another mesh.
#include <cmath>
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/miniapps/airfoil_program.hpp"

namespace {

using namespace partita::testing_support;
using nlohmann::json;

class AirfoilNearestFlow : public Airfoil {
 protected:
  std::string coarse_flow(const std::string& arguments) {
    const Outcome outcome = airfoil(2, arguments + " --quiet --output " + file_);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return " --initial-flow " + file_ + " ";
  }

  const std::string file_ = folder_ / "flow.vtkhdf";
};

TEST_F(AirfoilNearestFlow, SavesStepsAndHasTheSameBitsOnAnyRanks) {
  const std::string begin = coarse_flow("--points 32x8 --drop 3"), fine = "--points 64x16 --drop 3";
  const json from_rest = report(2, fine), from_coarse = report(2, fine + begin);
  EXPECT_EQ(from_coarse.at("began_from"), file_);
  EXPECT_EQ(from_coarse.at("first_step"), 0);
  EXPECT_NEAR(from_coarse.at("lift_coefficient"), from_rest.at("lift_coefficient"), 2e-3);
  const std::string lift_is_near = fine + begin + " --steps 300";
  const double lift = report(1, lift_is_near).at("lift_coefficient");
  EXPECT_NEAR(lift, from_rest.at("lift_coefficient"), 0.01);
  EXPECT_GT(std::abs(report(1, fine + " --steps 300").at("lift_coefficient").get<double>() -
                     from_rest.at("lift_coefficient").get<double>()),
            2 * std::abs(lift - from_rest.at("lift_coefficient").get<double>()));
  const std::string few = fine + " --steps 3" + begin, expected = bits(report(1, few));
  for (const int ranks : {2, 3, 4}) EXPECT_EQ(bits(report(ranks, few)), expected) << ranks;
}

TEST_F(AirfoilNearestFlow, OnTheSameMeshIsTheFlowItself) {
  const std::string begin = coarse_flow("--points 48x12 --drop 5");
  const json again = report(3, "--points 48x12 --steps 1" + begin),
             there = report(2, "--points 48x12 --drop 5");
  EXPECT_NEAR(again.at("lift_coefficient"), there.at("lift_coefficient"), 1e-3);
}

TEST_F(AirfoilNearestFlow, OtherFilesAreRefusedInOneSentence) {
  coarse_flow("--points 48x12 --steps 2");
  const auto refused = [&](const std::string& arguments, const std::string& sentence,
                           int exit_code = wrong_input) {
    expect_refused(airfoil(2, arguments), "airfoil", sentence, exit_code);
  };
  refused("--initial-flow /nowhere/flow.vtkhdf", "/nowhere/flow.vtkhdf: no flow to begin from: ");
  refused("--output " + file_ + " --initial-flow " + file_,
          "is the file to begin from, which would be overwritten", wrong_usage);
  std::filesystem::resize_file(file_, 1000);
  refused("--points 48x12 --steps 2 --initial-flow " + file_, file_ + ": no flow to begin from: ");
}

}  // namespace
