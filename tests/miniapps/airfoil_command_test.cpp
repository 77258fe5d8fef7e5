// The airfoil program from the command line: options, errors, summary, report, and the same bits every time.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <partita/schedule/algorithms.hpp>

#include "tests/miniapps/airfoil_program.hpp"

namespace {

using namespace partita::testing_support;
using nlohmann::json;
using testing::HasSubstr;

const std::string small = " --points 48x12 --steps 20 ";

TEST_F(Airfoil, HelpTeaches) {
  expect_help("Steady flow around an airfoil",
              {"--mesh",      "--naca",      "--points",  "--mach",          "--alpha",
               "--far-field", "--schedule",  "--machine", "--save-schedule", "--load-schedule",
               "--protocol",  "--transport", "--steps",   "--drop",          "--implicit",
               "--output",    "--report",    "--plan",    "--quiet",         "--checkpoint",
               "--restart",   "--levels",    "--history", "--kernels",       "Examples:"});
}

TEST_F(Airfoil, WrongOptionsAreAnsweredInOneSentence) {
  const auto expect = [this](const std::string& arguments, const std::string& sentence) {
    expect_refusal(2, arguments, sentence, wrong_usage);
  };
  expect("--mesch=x.su2", "The following argument was not expected: --mesch=x.su2");
  expect("--output --quiet", "--output: wants a file, not --quiet");
  expect("--schedule rsn", "there is no algorithm \"rsn\"; there are ac, naive, lp, linear");
  expect("--protocol lock,barrier", "a --protocol for each stage needs a --schedule that has stages");
  expect("--protocol s3", "there is no protocol \"s3\"; there are post_all, windowed, global_once, lock");
  expect("--transport pigeon", "there is no transport \"pigeon\"; there are automatic, mpi");
}

TEST_F(Airfoil, NumbersOutOfBoundsAreAnsweredInOneSentence) {
  const auto expect = [this](const std::string& arguments, const std::string& sentence) {
    expect_refusal(1, arguments, sentence, wrong_usage);
  };
  expect("--mach fast", "--mach: wants a number from 0.01 to 3, not fast");
  expect("--mach nan", "--mach: wants a number from 0.01 to 3, not nan");
  expect("--alpha inf", "--alpha: wants a number from -45 to 45, not inf");
  expect("--drop nan", "--drop: wants a number from 0.1 to 16, not nan");
  expect("--steps 0", "--steps: wants a number from 1 to 100000000, not 0");
  expect("--steps -7", "--steps: wants a number from 1 to 100000000, not -7");
  expect("--seed -1", "--seed: wants a number from 0 to 1073741824, not -1");
  expect("--points 192", "--points: wants NxM");
  expect("--points 17x48", "cannot put 17 points on the airfoil");
  expect("--points 1000000x1000000", "1000000 x 1000000 points are more than a mesh here can have");
  expect("--points 2000000000x4", "2000000000 x 4 points are more than a mesh here can have");
  expect("--naca 12", "there is no NACA section \"12\"");
}

TEST_F(Airfoil, OptionsThatContradictEachOtherAreAnsweredInOneSentence) {
  const auto expect = [this](const std::string& arguments, const std::string& sentence) {
    expect_refusal(1, arguments, sentence, wrong_usage);
  };
  expect("--naca 0012 --mesh a.su2", "--mesh excludes --naca");
  expect("--mesh a.su2 --walls x,y --far-fields z,x",
         "the boundary \"x\" cannot be both of --walls and of --far-fields");
  expect("--mesh a.su2 --symmetry-planes x --far-fields x",
         "the boundary \"x\" cannot be both of --far-fields and of --symmetry-planes");
  expect("--output flow --report ./flow", "--output and --report are both flow");
  expect("--mesh a.su2 --output a.su2", "a.su2 is the mesh, which would be overwritten");
  expect("--mesh a.su2 --report b/../a.su2", "b/../a.su2 is the mesh, which would be overwritten");
  expect("--save-schedule a.h5 --output a.h5", "--output and --save-schedule are both a.h5");
  expect("--output flow.vtk",
         "--output writes VTKHDF, which --initial-flow, --mesh and ParaView know by the extension");
  expect("--load-schedule a.h5 --schedule lp", "--load-schedule excludes --schedule");
  expect("--load-schedule a.h5 --save-schedule b.h5", "--load-schedule excludes --save-schedule");
  expect("--load-schedule a.h5 --report a.h5", "a.h5 is the schedule to load, which would be overwritten");
  expect("--mach 1 --far-field vortex", "there is no --far-field vortex at Mach 1 or more");
}

TEST_F(Airfoil, FilesThatCannotBeReadOrWrittenAreNamed) {
  expect_refusal(3, "--mesh /nowhere/grid.su2", "/nowhere/grid.su2");
  expect_refusal(3, small + "--output /nowhere/field.vtkhdf",
                 "cannot write /nowhere/field.vtkhdf: there is no folder /nowhere; make it first");
  expect_refusal(3, small + "--report /nowhere/report.json", "cannot write /nowhere/report.json");
  const std::string long_name(256, 'n');
  expect_refusal(3, small + "--report " + long_name, "cannot write " + long_name + ": File name too long");
  expect_refusal(3, small + "--save-schedule /nowhere/schedule.h5", "cannot write /nowhere/schedule.h5");
  expect_refusal(3, small + "--load-schedule /nowhere/schedule.h5",
                 "/nowhere/schedule.h5: cannot be opened: No such file or directory");
}

TEST_F(Airfoil, ResultsThatCannotBePrintedAreAnError) {
  expect_one_sentence(run_alone("sh -c '" PARTITA_AIRFOIL " --points 32x8 --steps 1 >/dev/full'", folder_),
                      "cannot write the results to stdout: ", wrong_input);
}

TEST_F(Airfoil, MissingOrTooSmallMachinesAreAnsweredInOneSentence) {
  expect_refusal(2, small + "--machine paragon", "there is no machine \"paragon\"; there are crossbar, ");
  expect_refusal(3, small + "--machine mesh:1x2",
                 "the machine \"mesh:1x2\" has 2 nodes, too few for 3 ranks");
}

TEST_F(Airfoil, ReportHasWhatTheManualPromises) {
  const json r = report(4, small + "--levels 1");
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
  EXPECT_EQ(schedule.at("algorithm"), "ac");
  EXPECT_THAT(schedule.at("reason"), HasSubstr("share one host")) << "why it was chosen";
  EXPECT_EQ(schedule.at("phases"), 1) << "ac has one, without order";
  const json levels = report(4, small).at("levels");
  EXPECT_EQ(levels.size(), 3u);
  EXPECT_EQ(levels.at(0), 48 * 12);
  const json ordered = report(4, small + "--schedule rs_n").at("schedule");
  EXPECT_GE(ordered.at("phases"), ordered.at("lower_bound"));
  EXPECT_EQ(ordered.at("reason"), "") << "it was not chosen";
  EXPECT_EQ(schedule.at("built"), 1) << "one schedule, built once ...";
  EXPECT_EQ(schedule.at("replays"), 20 * 5 * 2) << "and replayed twice at every stage of every step";
  EXPECT_GT(schedule.at("build_seconds"), 0);
  const json with_levels = report(4, small);
  EXPECT_EQ(with_levels.at("schedule").at("built"), 3) << "one for each level";
  long replays = 0;
  for (const json& exchange : with_levels.at("exchanges"))
    replays += 20 * exchange.at("replays_a_step").get<long>();
  EXPECT_GE(with_levels.at("schedule").at("replays"), replays);
  EXPECT_GT(r.at("loops_inspector_seconds"), 0);
  EXPECT_GE(r.at("inspector_seconds"), r.at("loops_inspector_seconds"));
  EXPECT_GE(r.at("repaid_in_step"), 2);
  EXPECT_GT(r.at("step_seconds"), 0);
  EXPECT_GT(r.at("nanoseconds_per_edge_and_stage"), 0);
  EXPECT_GE(r.at("vector_width"), 128);
  for (const char* loop : {"clear", "gradients", "edge fluxes", "slip fluxes", "far fluxes", "advance"}) {
    EXPECT_GE(r.at("loops").at(loop).at("lanes"), 1);
    EXPECT_GT(r.at("loops").at(loop).at("milliseconds"), 0);
  }
  EXPECT_TRUE(r.at("residual_drop_orders").is_number());
  EXPECT_TRUE(r.at("lift_coefficient").is_number());
  EXPECT_TRUE(r.at("drag_coefficient").is_number());
  for (const char* hash : {"state_hash", "history_hash"})
    EXPECT_THAT(r.at(hash).get<std::string>(), testing::MatchesRegex("[0-9a-f]{16}"));
}

TEST_F(Airfoil, SummaryIsShort) {
  const Outcome outcome = airfoil(2, small);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  for (const char* line : {"mesh ", "boundary ", "partition ", "pattern ", "schedule ", "repaid ", "replays ",
                           "time ", "residual ", "lift ", "drag "})
    EXPECT_THAT(outcome.out, HasSubstr(line));
  EXPECT_LE(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 15);
  EXPECT_EQ(airfoil(2, small + "--quiet").out, "");
}

TEST_F(Airfoil, RunsThatStallSayForHowManySteps) {
  const std::string written = folder_ / "report.json";
  const Outcome outcome = airfoil(
      2, "--levels 1 --naca 4412 --points 48x16 --wall-spacing 1e-3 --steps 8000 --report " + written);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  const json r = json::parse(read_file(written));
  EXPECT_EQ(r.at("converged"), false);
  EXPECT_LT(r.at("steps"), 8000);
  EXPECT_GE(r.at("stalled_steps"), 1000);
  EXPECT_THAT(outcome.out, HasSubstr("\nstalled     for " + r.at("stalled_steps").dump() + " steps"));
}

TEST_F(Airfoil, PlanSaysWhatIsExchangedAndWhy) {
  const std::string plan = airfoil(2, small + "--plan --levels 9").out;
  for (const char* line :
       {"stage: 6 loops in 2 segments", "gather   q: changed by advance, read by gradients",
        "gather   gradient: changed by gradients, read by edge fluxes", "meanwhile",
        "stage of level 2: 5 loops",
        "gather   q of level 2: ", "  level 1, q: 22 replays, at most 1 message ",
        "  level 3, q of level 3: 22 replays, at most 1 message "})
    EXPECT_THAT(plan, HasSubstr(line)) << plan;
}

// Each on few ranks and on many. Exchanges on every number of ranks have tests of their own.
// As many as let every rank be heard by all.
const std::string few_steps = " --points 48x12 --steps 6 ";

TEST_F(Airfoil, SameBitsOnAnyRanksForEveryPartitionAlgorithmAndProtocol) {
  const struct {
    int few, many;
    std::string options;
  } cases[] = {{1, 8, "--schedule ac --protocol post_all --partition k_way"},
               {2, 4, "--schedule ac --protocol ready_signal --partition recursive"},
               {3, 7, "--schedule lp --protocol post_all --partition curve"},
               {1, 8, "--schedule lp --protocol ready_signal --partition auto"},
               {2, 4, "--schedule rs_n --protocol post_all --partition recursive --seed 7"},
               {3, 7, "--schedule rs_n --protocol ready_signal --partition k_way"}};
  std::map<std::string, std::vector<std::string>> runs_by_bits;
  for (const auto& [few, many, options] : cases)
    for (const int ranks : {few, many})
      runs_by_bits[bits(report(ranks, few_steps + options))].push_back(std::to_string(ranks) + " ranks " +
                                                                       options);
  runs_by_bits[bits(report(2, few_steps))].push_back("again");
  EXPECT_EQ(runs_by_bits.size(), 1u) << json(runs_by_bits).dump(2);
}

TEST_F(Airfoil, SameBitsForEveryAlgorithm) {
  const std::string expected = bits(report(1, few_steps));
  std::vector<std::string> schedules{"balanced --start-up 5"};
  for (const auto& [algorithm, name] : partita::algorithms) schedules.emplace_back(name);
  for (const std::string& schedule : schedules)
    EXPECT_EQ(bits(report(5, few_steps + "--machine hypercube --schedule " + schedule)), expected)
        << schedule;
}

TEST_F(Airfoil, SameBitsByEveryTransport) {
  const std::string expected = bits(report(1, few_steps));
  for (const std::string how :
       {"automatic", "mpi", "automatic --protocol barrier", "automatic --protocol lock",
        "mpi --protocol windowed", "mpi --machine fat_tree", "automatic --machine mesh:5x1"})
    EXPECT_EQ(bits(report(4, few_steps + "--transport " + how)), expected) << how;
}

TEST_F(Airfoil, ASavedScheduleIsReplayedInTheNextRun) {
  const std::string file = folder_ / "schedule.h5";
  for (const std::string schedule : {"rs_nl --machine hypercube", "balanced", "two_stage --seed 7"}) {
    SCOPED_TRACE(schedule);
    const json saved = report(4, small + "--save-schedule " + file + " --schedule " + schedule);
    const json loaded = report(4, small + "--load-schedule " + file);
    EXPECT_EQ(bits(loaded), bits(saved));
    EXPECT_EQ(loaded.at("schedule").at("algorithm"), saved.at("schedule").at("algorithm"));
    EXPECT_EQ(loaded.at("schedule").at("phases"), saved.at("schedule").at("phases"));
    EXPECT_EQ(saved.at("schedule").at("built"), 3);
    EXPECT_EQ(loaded.at("schedule").at("built"), 2) << "of the coarser levels";
    EXPECT_EQ(loaded.at("schedule").at("loaded_from"), file);
  }
  EXPECT_THAT(airfoil(4, small + "--load-schedule " + file).out,
              HasSubstr("loaded from " + file + ", 2 built in "));
}

// Expects that rank 0 reports the refusal, all ranks end, and the file remains.
TEST_F(Airfoil, ASavedScheduleOfAnotherRunIsRefused) {
  const std::string file = folder_ / "schedule.h5";
  EXPECT_EQ(airfoil(4, small + "--save-schedule " + file).exit_code, 0);
  const auto expect_refused = [&](int ranks, const std::string& arguments, const std::string& sentence) {
    SCOPED_TRACE(sentence);
    const Outcome outcome = airfoil(ranks, arguments + " --load-schedule " + file);
    EXPECT_EQ(outcome.exit_code, wrong_input);
    EXPECT_THAT(outcome.err, HasSubstr("airfoil: " + file + sentence));
    EXPECT_EQ(outcome.err.find("airfoil: "), outcome.err.rfind("airfoil: ")) << "said once:\n" << outcome.err;
    EXPECT_EQ(outcome.out, "") << "nothing is replayed";
  };
  expect_refused(3, small, " is a schedule for 4 ranks, not for 3; schedule anew");
  expect_refused(4, "--points 64x12 --steps 20", " is a schedule of other messages (fingerprint ");
  flip_a_bit(file);
  expect_refused(4, small, " has changed since it was written; save the schedule again");
  std::filesystem::resize_file(file, 1000);
  expect_refused(4, small, " is no schedule file of Partita, or not all of one");
}

TEST_F(Airfoil, KernelsComputeTheBitsOfLanes) {
  const std::string expected = bits(report(2, small));
  for (const int ranks : {1, 2, 3}) EXPECT_EQ(bits(report(ranks, small + "--kernels")), expected) << ranks;
  EXPECT_EQ(report(2, small + "--kernels").at("loops").at("edge fluxes").at("lanes"), 1) << "ran as a kernel";
}

TEST_F(Airfoil, FingerprintsTellFlowsApart) {
  const json one = report(2, small), other = report(2, small + "--alpha 1.250000001");
  EXPECT_NE(one.at("state_hash"), other.at("state_hash"));
  EXPECT_NE(one.at("history_hash"), other.at("history_hash"));
}

TEST_F(Airfoil, MoreRanksThanAreUsefulAreAllowed) {
  EXPECT_EQ(report(8, " --points 16x4 --steps 3 ").at("ranks"), 8);
}

TEST_F(Airfoil, OptionsOfPetscNeedTheImplicitSolver) {
  expect_refusal(2, "-ksp_rtol 0.1",
                 "-ksp_rtol is an option of PETSc, which --implicit uses; give --implicit, too", wrong_usage);
}

#ifdef PARTITA_WITH_PETSC
TEST_F(Airfoil, ImplicitStepsReachTheSteadyStateOfExplicitOnesInFewer) {
  const std::string mesh = "--points 48x12 ";
  const json expected = report(2, mesh + "--drop 8");
  EXPECT_EQ(expected.at("implicit"), false);
  for (const int ranks : {1, 3, 8}) {
    const json r = report(ranks, mesh + "--implicit --drop 10");
    EXPECT_EQ(r.at("implicit"), true);
    EXPECT_GE(r.at("residual_drop_orders"), 10) << ranks << " ranks";
    EXPECT_LT(r.at("steps"), 60) << ranks << " ranks";
    for (const char* force : {"lift_coefficient", "drag_coefficient"})
      EXPECT_NEAR(r.at(force), expected.at(force), 1e-5 * expected.at("lift_coefficient").get<double>())
          << force;
  }
}

TEST_F(Airfoil, ImplicitStepsTakePetscsOptions) {
  const Outcome outcome = airfoil(
      2, "--points 48x12 --implicit --steps 2 -pc_type asm -ksp_max_it 2 -ksp_converged_reason --quiet");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("DIVERGED_ITS iterations 2"));
  expect_refusal(2, "--points 48x12 --implicit -ksp_rtoll 0.1",
                 "-ksp_rtoll is an option that PETSc does not know, or does not use with the other options");
}
#else
TEST_F(Airfoil, ImplicitStepsNeedPetsc) {
  expect_refusal(2, small + "--implicit", "this airfoil was built without PETSc, which --implicit needs");
}
#endif

TEST_F(Airfoil, WritesASeriesOfFiles) {
  const Folder folder("airfoil_series");
  report(2, "--points 48x12 --steps 7 --output-every 3 --output " + folder / "flow.vtkhdf");
  for (const char* file : {"flow.vtkhdf", "flow_000000.vtkhdf", "flow_000001.vtkhdf", "flow.vtkhdf.series"})
    EXPECT_TRUE(std::filesystem::exists(folder / file)) << file;
  EXPECT_FALSE(std::filesystem::exists(folder / "flow_000002.vtkhdf"));
  json list;
  std::ifstream(folder / "flow.vtkhdf.series") >> list;
  EXPECT_EQ(list.at("files").at(1).at("time"), 6);
}

}  // namespace
