// The airfoil program from the command line: options, errors, summary, report, and the same bits every time.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
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
  const Outcome outcome = airfoil(2, "--help");
  EXPECT_EQ(outcome.exit_code, 0);
  for (const char* option : {"--mesh",      "--naca",      "--points",  "--mach",          "--alpha",
                             "--far-field", "--schedule",  "--machine", "--save-schedule", "--load-schedule",
                             "--protocol",  "--transport", "--steps",   "--drop",          "--implicit",
                             "--output",    "--report",    "--plan",    "--quiet",         "--checkpoint",
                             "--restart",   "--levels",    "--history", "--kernels",       "Examples:"})
    EXPECT_THAT(outcome.out, HasSubstr(option));
  EXPECT_THAT(outcome.out, testing::StartsWith("Steady flow around an airfoil")) << "and prints nothing else";
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
  EXPECT_GT(r.at("exchange_seconds_per_replay"), 0);
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
       {"stage: 6 loops in 2 segments", "gather   q: changed by the program, read by gradients",
        "gather   gradient: changed by gradients, read by edge fluxes", "meanwhile",
        "stage of level 2: 5 loops",
        "gather   q of level 2: ", "  level 1, q: 22 replays, at most 1 message ",
        "  level 3, q of level 3: 22 replays, at most 1 message "})
    EXPECT_THAT(plan, HasSubstr(line)) << plan;
}

// Each on few ranks and on many. Exchanges on every number of ranks have tests of their own.
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
      runs_by_bits[bits(report(ranks, small + options))].push_back(std::to_string(ranks) + " ranks " +
                                                                   options);
  runs_by_bits[bits(report(2, small))].push_back("again");
  EXPECT_EQ(runs_by_bits.size(), 1u) << json(runs_by_bits).dump(2);
}

TEST_F(Airfoil, SameBitsForEveryAlgorithm) {
  const std::string expected = bits(report(1, small));
  std::vector<std::string> schedules{"balanced --start-up 5"};
  for (const auto& [algorithm, name] : partita::algorithms) schedules.emplace_back(name);
  for (const std::string& schedule : schedules)
    EXPECT_EQ(bits(report(5, small + "--machine hypercube --schedule " + schedule)), expected) << schedule;
}

TEST_F(Airfoil, SameBitsByEveryTransport) {
  const std::string expected = bits(report(1, small));
  for (const std::string how :
       {"automatic", "mpi", "automatic --protocol barrier", "automatic --protocol lock",
        "mpi --protocol windowed", "mpi --machine fat_tree", "automatic --machine mesh:5x1"})
    EXPECT_EQ(bits(report(4, small + "--transport " + how)), expected) << how;
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

// A square of n x n cells with a far field as its whole boundary.
void write_empty_square(const std::string& path, int n) {
  std::ofstream out(path);
  const auto at = [n](int i, int j) { return j * (n + 1) + i; };
  out << "NDIME= 2\nNELEM= " << n * n << "\n";
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      out << "9 " << at(i, j) << " " << at(i + 1, j) << " " << at(i + 1, j + 1) << " " << at(i, j + 1)
          << "\n";
  out << "NPOIN= " << (n + 1) * (n + 1) << "\n";
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i) out << 0.3 * i << " " << 0.7 * j << "\n";
  out << "NMARK= 1\nMARKER_TAG= farfield\nMARKER_ELEMS= " << 4 * n << "\n";
  for (int k = 0; k < n; ++k)
    out << "3 " << at(k, 0) << " " << at(k + 1, 0) << "\n3 " << at(n, k) << " " << at(n, k + 1) << "\n3 "
        << at(k + 1, n) << " " << at(k, n) << "\n3 " << at(0, k + 1) << " " << at(0, k) << "\n";
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

TEST_F(Airfoil, ImplicitStepsOnAnEmptySquareAreConvergedAtOnce) {
  const std::string mesh = folder_ / "square.su2";
  write_empty_square(mesh, 6);
  const json r = report(2, "--implicit --mesh " + mesh);
  EXPECT_EQ(r.at("steps"), 1);
  EXPECT_EQ(r.at("converged"), true);
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

TEST_F(Airfoil, FreeStreamOnAnEmptySquareIsConvergedAtOnce) {
  const std::string mesh = folder_ / "square.su2";
  write_empty_square(mesh, 6);
  const json r = report(2, "--mesh " + mesh);
  EXPECT_EQ(r.at("steps"), 1);
  EXPECT_EQ(r.at("converged"), true);
  EXPECT_EQ(r.at("residual_drop_orders"), 0);
  EXPECT_EQ(r.at("lift_coefficient"), 0);
  EXPECT_THAT(airfoil(2, "--mesh " + mesh).out,
              HasSubstr("down 0.00 orders in 1 step (what is left is rounding)"));
}

// n x n x n hexahedra between symmetry planes at both ends of y, with nothing in them.
std::string empty_cube(int n) {
  std::ostringstream out;
  const auto at = [n](int i, int j, int k) { return (k * (n + 1) + j) * (n + 1) + i; };
  out << "NDIME= 3\nNELEM= " << n * n * n << "\n";
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        out << "12";
        for (const int above : {k, k + 1})
          for (const auto& [x, y] :
               {std::pair(i, j), std::pair(i + 1, j), std::pair(i + 1, j + 1), std::pair(i, j + 1)})
            out << " " << at(x, y, above);
        out << "\n";
      }
  out << "NPOIN= " << (n + 1) * (n + 1) * (n + 1) << "\n";
  for (int k = 0; k <= n; ++k)
    for (int j = 0; j <= n; ++j)
      for (int i = 0; i <= n; ++i) {
        const bool inner = 0 < i && i < n && 0 < j && j < n && 0 < k && k < n;
        const double shake = inner ? 0.1 * std::sin(7 * i + 11 * j + 13 * k) : 0;
        out << 0.3 * i + shake << " " << 0.7 * j - shake << " " << 0.5 * k + shake << "\n";
      }
  out << "NMARK= 3\nMARKER_TAG= not_here\nMARKER_ELEMS= 0\n";
  for (const bool symmetry : {true, false}) {
    out << "MARKER_TAG= " << (symmetry ? "symmetry" : "farfield")
        << "\nMARKER_ELEMS= " << (symmetry ? 2 : 4) * n * n << "\n";
    const auto face = [&](int a, int b, int c, int d) {
      out << "9 " << a << " " << b << " " << c << " " << d << "\n";
    };
    for (int a = 0; a < n; ++a)
      for (int b = 0; b < n; ++b)
        for (const int end : {0, n})
          if (symmetry) {
            face(at(a, end, b), at(a + 1, end, b), at(a + 1, end, b + 1), at(a, end, b + 1));
          } else {
            face(at(end, a, b), at(end, a + 1, b), at(end, a + 1, b + 1), at(end, a, b + 1));
            face(at(a, b, end), at(a + 1, b, end), at(a + 1, b + 1, end), at(a, b + 1, end));
          }
  }
  return out.str();
}

TEST_F(Airfoil, FreeStreamAmongHexahedraIsConvergedAtOnceAndItsOutputIsAMesh) {
  const Folder meshes("airfoil_cubes");
  const std::string mesh = meshes / "cube.su2", written = meshes / "cube.vtkhdf";
  std::ofstream(mesh) << empty_cube(4);
  const json r = report(2, "--mesh " + mesh + " --output " + written);
  EXPECT_EQ(r.at("mesh").at("cells"), 64);
  EXPECT_EQ(r.at("mesh").at("edges"), 3 * 4 * 25);
  EXPECT_EQ(r.at("steps"), 1);
  EXPECT_EQ(r.at("converged"), true);
  EXPECT_EQ(r.at("residual_drop_orders"), 0);
  EXPECT_EQ(bits(report(3, "--mesh " + written)), bits(r));
}

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

TEST_F(Airfoil, OfSeveralZonesOneIsSolved) {
  const Folder meshes("airfoil_zones");
  const std::string mesh = meshes / "zones.su2";
  std::ofstream(mesh) << "NZONE= 2\nIZONE= 1\n" << empty_cube(2) << "IZONE= 2\n" << empty_cube(3);
  expect_refusal(2, "--mesh " + mesh, mesh + ":1: the file has 2 zones; choose one with --zone");
  expect_refusal(2, "--mesh " + mesh + " --zone 3", mesh + ":1: there is no zone 3; the file has 2");
  expect_refusal(1, "--mesh " + mesh + " --zone 0", "--zone: wants a number from 1 to 1000000, not 0",
                 wrong_usage);
  expect_refusal(1, "--zone 1", "--zone requires --mesh", wrong_usage);
  EXPECT_EQ(report(2, "--mesh " + mesh + " --zone 1").at("mesh").at("cells"), 8);
  EXPECT_EQ(report(2, "--mesh " + mesh + " --zone 2").at("mesh").at("cells"), 27);
}

// A tetrahedron with the sides wall, far field, symmetry plane, and `fourth`.
void write_tetrahedron(const std::string& path, const std::string& fourth) {
  std::ofstream(path) << "NDIME= 3\nNELEM= 1\n10 0 1 2 3\nNPOIN= 4\n0 0 0\n1 0 0\n0 1 0\n0 0 1\nNMARK= 4\n"
                      << "MARKER_TAG= wing\nMARKER_ELEMS= 1\n5 0 1 2\n"
                      << "MARKER_TAG= farfield\nMARKER_ELEMS= 1\n5 1 2 3\n"
                      << "MARKER_TAG= symmetry\nMARKER_ELEMS= 1\n5 0 1 3\n"
                      << "MARKER_TAG= " << fourth << "\nMARKER_ELEMS= 1\n5 0 2 3\n";
}

TEST_F(Airfoil, MeshesOfTetrahedraAreWings) {
  const std::string mesh = folder_ / "corner.su2";
  write_tetrahedron(mesh, "farther");
  const json r = report(3, "--steps 1 --mesh " + mesh);
  EXPECT_EQ(r.at("mesh").at("dimension"), 3);
  EXPECT_EQ(r.at("mesh").at("edges"), 6);
  EXPECT_EQ(r.at("far_field"), "characteristic");
  EXPECT_NEAR(r.at("area"), 0.25, 1e-15) << "half of the wall's, which is seen from above or from below";
  EXPECT_THAT(airfoil(1, "--steps 1 --mesh " + mesh).out, HasSubstr(", wing of area 0.25\n"));
}

TEST_F(Airfoil, WrongOptionsOfAWingAreAnsweredInOneSentence) {
  const Folder meshes("airfoil_wings");
  const std::string mesh = meshes / "corner.su2";
  write_tetrahedron(mesh, "inlet");
  expect_refusal(2, "--mesh " + mesh + " --far-field vortex",
                 mesh + " is three-dimensional, where there is no --far-field vortex; take characteristic");
  expect_refusal(
      2, "--mesh " + mesh,
      "the boundary \"inlet\" of " + mesh +
          " is not of one kind by its name: wall, far field or symmetry plane; give --walls inlet, "
          "--far-fields inlet or --symmetry-planes inlet");
  expect_refusal(2, "--mesh " + mesh + " --symmetry-planes side",
                 mesh + " has no boundary \"side\"; it has wing");
}

// Real meshes of other projects.
class RealMeshes : public Airfoil {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(shared_))
      GTEST_SKIP() << "the meshes that others wrote are not at " << shared_;
  }

  const std::filesystem::path shared_ = PARTITA_SHARED_MESHES;
};

TEST_F(RealMeshes, AreSolvedOnOrRefusedWithASentence) {
  std::vector<std::string> solved;
  for (const auto& entry : std::filesystem::directory_iterator(shared_)) {
    const std::string file = entry.path(), name = entry.path().filename();
    SCOPED_TRACE(name);
    const std::string written = folder_ / "report.json";
    const Outcome outcome = airfoil(3, "--mesh " + file + " --steps 30 --quiet --report " + written);
    if (outcome.exit_code == 0) {
      const json r = json::parse(read_file(written));
      std::filesystem::remove(written);
      EXPECT_EQ(r.at("steps"), 30);
      EXPECT_GT(r.at("lift_coefficient"), 0.0);
      solved.push_back(name);
    } else {
      expect_one_sentence(outcome, file, wrong_input);
    }
  }
  EXPECT_THAT(solved, testing::IsSupersetOf({"mesh_NACA0012_inv.su2", "naca12_tri50k_v41_ascii.msh",
                                             "new_grid_small.dat", "m6_gmsh_2800.msh"}))
      << "these have cells";
}

TEST_F(RealMeshes, SameBitsOnAnyRanksAboutAWing) {
  const std::string wing =
      "--steps 10 --mach 0.84 --alpha 3.06 --mesh " + (shared_ / "m6_gmsh_2800.msh").string();
  const std::string expected = bits(report(1, wing));
  for (const std::string options : {"--schedule balanced", "--schedule rs_n --partition recursive"})
    for (const int ranks : {2, 5, 8}) EXPECT_EQ(bits(report(ranks, wing + " " + options)), expected);
}

}  // namespace
