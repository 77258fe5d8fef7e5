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

TEST_F(AirfoilNearestFlow, OfACoarserMeshIsNearerToTheSteadyFlowThanTheFreeStream) {
  const std::string flow = "--levels 1 --mach 0.5 --points ", fine = flow + "48x12 ";
  const std::string begin = coarse_flow(flow + "32x8 --drop 4");
  const auto lift = [&](const std::string& arguments) {
    return report(1, arguments).at("lift_coefficient").get<double>();
  };
  const double steady = lift(fine + "--drop 5"), from_rest = lift(fine + "--steps 100"),
               from_coarse = lift(fine + "--steps 100" + begin);
  EXPECT_LT(std::abs(from_coarse - steady), 0.5 * std::abs(from_rest - steady))
      << steady << ": " << from_coarse << ", " << from_rest;
}

TEST_F(AirfoilNearestFlow, HasTheSameBitsOnAnyRanks) {
  const std::string few = "--points 64x16 --steps 3" + coarse_flow("--points 48x12 --steps 20");
  const json r = report(1, few);
  EXPECT_EQ(r.at("began_from"), file_);
  EXPECT_EQ(r.at("first_step"), 0);
  for (const int ranks : {2, 3, 4}) EXPECT_EQ(bits(report(ranks, few)), bits(r)) << ranks;
}

TEST_F(AirfoilNearestFlow, OfTheSameMeshIsTheFlowItself) {
  const std::string begin = coarse_flow("--points 48x12 --steps 20");
  const json again = report(3, "--points 48x12 --steps 1" + begin),
             there = report(1, "--points 48x12 --steps 21");
  EXPECT_NEAR(again.at("lift_coefficient"), there.at("lift_coefficient"), 1e-12)
      << "of the flow before the step";
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
