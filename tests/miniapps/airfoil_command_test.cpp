// The airfoil program as its users meet it: options, errors, summary, report, and the same bits every time.
#include <algorithm>
#include <filesystem>
#include <map>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/miniapps/command.hpp"

namespace {

using namespace partita::testing_support;
using nlohmann::json;
using testing::HasSubstr;

const std::string small = " --points 48x12 --steps 20 ";

class Airfoil : public testing::Test {
 protected:
  Outcome airfoil(int ranks, const std::string& arguments) {
    return run(ranks, PARTITA_AIRFOIL " " + arguments, folder_);
  }

  json report(int ranks, const std::string& arguments) {
    const std::string file = folder_ / "report.json";
    const Outcome outcome = airfoil(ranks, arguments + " --quiet --report " + file);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return json::parse(read_file(file));
  }

  // One sentence, said once, and a failure of the whole job.
  void expect_refusal(int ranks, const std::string& arguments, const std::string& sentence) {
    const Outcome outcome = airfoil(ranks, arguments);
    EXPECT_NE(outcome.exit_code, 0) << arguments;
    EXPECT_THAT(outcome.err, HasSubstr("airfoil: " + sentence)) << arguments;
    EXPECT_EQ(outcome.err.find("airfoil: "), outcome.err.rfind("airfoil: ")) << "said once:\n" << outcome.err;
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(folder_.files(), 0) << "nothing is left behind";
  }

  Folder folder_{"airfoil_command"};
};

TEST_F(Airfoil, HelpTeaches) {
  const Outcome outcome = airfoil(2, "--help");
  EXPECT_EQ(outcome.exit_code, 0);
  for (const char* option :
       {"--mesh", "--naca", "--points", "--mach", "--alpha", "--far-field", "--schedule", "--protocol",
        "--steps", "--drop", "--output", "--report", "--quiet", "Examples:"})
    EXPECT_THAT(outcome.out, HasSubstr(option));
  EXPECT_THAT(outcome.out, testing::StartsWith("Steady flow about an airfoil"))
      << "and speaks of nothing else";
}

TEST_F(Airfoil, WrongOptionsAreAnsweredInOneSentence) {
  expect_refusal(2, "--mesch=x.su2", "The following argument was not expected: --mesch=x.su2");
  expect_refusal(2, "--points 192", "--points: wants NxM");
  expect_refusal(2, "--mach fast", "");
  expect_refusal(2, "--schedule rsn", "there is no algorithm \"rsn\"; there are ac, lp, rs_n");
  expect_refusal(2, "--protocol s3", "there is no protocol \"s3\"; there are post_all, ready_signal");
  expect_refusal(2, "--naca 12", "there is no NACA section \"12\"");
  expect_refusal(2, "--naca 0012 --mesh a.su2", "");
}

TEST_F(Airfoil, FilesThatCannotBeReadOrWrittenAreNamed) {
  expect_refusal(3, "--mesh /nowhere/grid.su2", "/nowhere/grid.su2");
  expect_refusal(3, small + "--output /nowhere/field.vtkhdf",
                 "cannot write /nowhere/field.vtkhdf: there is no folder /nowhere; make it first");
  expect_refusal(3, small + "--report /nowhere/report.json", "cannot write /nowhere/report.json");
}

TEST_F(Airfoil, ReportHasWhatTheManualPromises) {
  const json r = report(4, small);
  EXPECT_EQ(r.at("ranks"), 4);
  EXPECT_EQ(r.at("mesh").at("vertices"), 48 * 12);
  EXPECT_EQ(r.at("mesh").at("cells"), 2 * 48 * 11);
  EXPECT_EQ(r.at("mesh").at("edges"), 48 * 12 + 48 * 11 + 48 * 11);
  EXPECT_EQ(r.at("steps"), 20);
  const json& pattern = r.at("pattern");
  EXPECT_GE(pattern.at("messages_max"), pattern.at("messages_avg"));
  EXPECT_GE(pattern.at("messages_avg"), pattern.at("messages_min"));
  EXPECT_GE(pattern.at("length_max"), pattern.at("length_avg"));
  EXPECT_GE(pattern.at("length_avg"), pattern.at("length_min"));
  const json& schedule = r.at("schedule");
  EXPECT_EQ(schedule.at("algorithm"), "rs_n");
  EXPECT_GE(schedule.at("phases"), schedule.at("lower_bound"));
  EXPECT_EQ(schedule.at("built"), 1) << "one schedule, built once ...";
  EXPECT_GT(schedule.at("replays"), 20 * 5) << "... and replayed at every stage of every step";
  EXPECT_GT(schedule.at("build_seconds"), 0);
  EXPECT_GT(r.at("inspector_seconds"), 0);
  EXPECT_GT(r.at("exchange_seconds_per_replay"), 0);
  EXPECT_GT(r.at("step_seconds"), 0);
  EXPECT_TRUE(r.at("residual_drop_orders").is_number());
  EXPECT_TRUE(r.at("lift_coefficient").is_number());
  EXPECT_TRUE(r.at("drag_coefficient").is_number());
  EXPECT_THAT(r.at("state_hash").get<std::string>(), testing::MatchesRegex("[0-9a-f]{16}"));
}

TEST_F(Airfoil, SummaryIsReadInTenSeconds) {
  const Outcome outcome = airfoil(2, small);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  for (const char* line :
       {"mesh ", "partition ", "pattern ", "schedule ", "replays ", "time ", "residual ", "lift ", "drag "})
    EXPECT_THAT(outcome.out, HasSubstr(line));
  EXPECT_LE(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 12);
  EXPECT_EQ(airfoil(2, small + "--quiet").out, "");
}

TEST_F(Airfoil, SameBitsForEveryAlgorithmAndProtocolRunAfterRun) {
  for (const int ranks : {1, 2, 3, 4, 8}) {
    std::map<std::string, std::vector<std::string>> runs_by_hash;
    for (const std::string schedule : {"ac", "lp", "rs_n", "rs_n --seed 7"})
      for (const std::string protocol : {"post_all", "ready_signal"}) {
        const std::string plan = "--schedule " + schedule + " --protocol " + protocol;
        runs_by_hash[report(ranks, small + plan).at("state_hash")].push_back(plan);
      }
    runs_by_hash[report(ranks, small).at("state_hash")].push_back("again");
    EXPECT_EQ(runs_by_hash.size(), 1u) << "on " << ranks << " ranks: " << json(runs_by_hash).dump(2);
  }
}

TEST_F(Airfoil, MoreRanksThanAMeshDeservesIsNoError) {
  EXPECT_EQ(report(8, " --points 16x4 --steps 3 ").at("ranks"), 8);
}

// Real meshes that others wrote.
class RealMeshes : public Airfoil {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(shared_))
      GTEST_SKIP() << "the meshes that others wrote are not at " << shared_;
  }
  std::string mesh(const std::string& name) const { return " --mesh " + (shared_ / name).string() + " "; }

 private:
  const std::filesystem::path shared_ = PARTITA_SHARED_MESHES;
};

TEST_F(RealMeshes, AreSolvedOnWhenTheyHaveTwoDimensionalCells) {
  for (const char* name : {"mesh_NACA0012_inv.su2", "naca12_tri50k_v41_ascii.msh", "new_grid_small.dat"}) {
    const json r = report(3, mesh(name) + "--steps 30");
    EXPECT_EQ(r.at("steps"), 30) << name;
    EXPECT_GT(r.at("lift_coefficient"), 0.0) << name;
  }
}

TEST_F(RealMeshes, AreRefusedWithASentenceOtherwise) {
  expect_refusal(2, mesh("4elt.graph"),
                 (std::filesystem::path(PARTITA_SHARED_MESHES) / "4elt.graph").string() + " has no cells");
  expect_refusal(
      2, mesh("m6_gmsh_2800.msh"),
      (std::filesystem::path(PARTITA_SHARED_MESHES) / "m6_gmsh_2800.msh").string() + " is three-dimensional");
}

}  // namespace
