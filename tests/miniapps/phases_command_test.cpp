// The program `phases` from the command line: sources of matrices, table, JSON, files, one-sentence errors.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <partita/schedule/algorithms.hpp>

#include "tests/miniapps/program.hpp"

namespace {

using namespace partita::testing_support;
using nlohmann::json;
using testing::HasSubstr;

class Phases : public Program {
 protected:
  Phases() : Program("phases", PARTITA_PHASES, " --json ") {}

  Outcome phases(const std::string& arguments) { return start(1, arguments); }

  json report(const std::string& arguments) { return Program::report(1, arguments); }

  void expect_refusal(const std::string& arguments, const std::string& sentence, int exit_code) {
    const Outcome outcome = Program::expect_refusal(arguments, sentence, exit_code, 1);
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  }
};

TEST_F(Phases, NamesTheProgramThatCalibrates) {
  expect_refusal("calibrate --output here.toml", "mpirun -n 8 calibrate --output localhost.toml",
                 wrong_usage);
}

TEST_F(Phases, HelpTeaches) {
  expect_help("",
              {"--mesh", "--random", "--matrix", "--cells", "--ranks", "--density", "--sizes", "--samples",
               "--schedule", "--machine", "--json", "--svg", "--phase-table", "--links", "Examples:", "rs_n",
               "hypercube"},
              1);
}

TEST_F(Phases, WrongUsageIsAnsweredInOneSentence) {
  expect_refusal("", "give exactly one source of messages: --mesh, --random, --matrix or --load",
                 wrong_usage);
  expect_refusal("--random --mesh a.msh", "give exactly one source of messages", wrong_usage);
  expect_refusal("--random --schedule rsn", "there is no algorithm \"rsn\"; there are ac,", wrong_usage);
  expect_refusal("--random --sizes 3", "--sizes: wants uniform, or two lengths", wrong_usage);
  expect_refusal("--random --regularity none", "there is no regularity \"none\"", wrong_usage);
  expect_refusal("--random --ranks 0", "--ranks: wants a number from 1", wrong_usage);
  expect_refusal("--random --order falling", "there is no order of sends \"falling\"", wrong_usage);
  expect_refusal("--random --json --svg", "--json: wants a file, not --svg", wrong_usage);
  expect_refusal("--mesh a.msh --density 3", "--density requires --random", wrong_usage);
}

TEST_F(Phases, ImpossibleRequestsAreAnsweredInOneSentence) {
  expect_refusal("--random --density 32", "each of 32 ranks can send 0 to 31 messages", wrong_usage);
  expect_refusal("--random --machine mesh:2x2", "has 4 nodes, too few for 32 ranks", wrong_usage);
  expect_refusal("--random --machine moon", "there is no machine \"moon\"", wrong_usage);
  expect_refusal("--random --links", "--links needs a --machine that has links", wrong_usage);
  expect_refusal("--random --phase-table 32", "--phase-table needs a rank from 0 to 31", wrong_usage);
  expect_refusal("--random --svg /nowhere/a.svg", "cannot write /nowhere/a.", wrong_input);
  expect_refusal("--mesh /nowhere/a.msh", "/nowhere/a.msh", wrong_input);
  expect_refusal("--matrix /nowhere/a.mtx", "/nowhere/a.mtx: cannot be opened", wrong_input);
  const std::string bad =
      write("bad.mtx", "%%MatrixMarket matrix coordinate integer general\n2 2 1\n1 3 5\n");
  expect_refusal("--matrix " + bad, bad + ":3: ", wrong_input);
}

TEST_F(Phases, NoFileIsOverwrittenThatIsReadOrWrittenToo) {
  const std::string ring = "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n";
  const std::string file = write("ring.mtx", ring), here = folder_ / "a.svg";
  expect_refusal("--matrix " + file + " --json " + file, "is the matrix, which would be overwritten",
                 wrong_usage);
  expect_refusal("--mesh " + file + " --svg " + file + " --schedule lp", "is the mesh, which", wrong_usage);
  expect_refusal("--load " + file + " --save " + file, "is the schedule to load, which", wrong_usage);
  expect_refusal("--random --svg " + here + " --save " + here, "are both " + (folder_ / "a.ac.svg"),
                 wrong_usage);
  expect_refusal("--random --schedule lp,ac --svg " + here + " --json " + (folder_ / "a.ac.svg"),
                 "give them names of their own", wrong_usage);
  EXPECT_EQ(read_file(file), ring);
}

TEST_F(Phases, ResultsThatCannotBeWrittenAreAnError) {
  expect_refusal("--random --schedule lp --json /dev/stdout", "it is no ordinary file", wrong_input);
  const int status =
      std::system((PARTITA_PHASES " --random --schedule lp >/dev/full 2>" + (folder_ / "err")).c_str());
  EXPECT_EQ(WEXITSTATUS(status), wrong_input);
  EXPECT_THAT(read_file(folder_ / "err"), HasSubstr("cannot write the results to stdout"));
}

TEST_F(Phases, SpansOfLengthsHaveALimit) {
  expect_refusal("--random --sizes 1:1099511627776", "at most 2^31 in a row", wrong_usage);
}

TEST_F(Phases, JsonHasTheKeysThatTheManualPromises) {
  const json rows = report("--random --density 16 --samples 3 --schedule rs_n,colouring --machine hypercube");
  ASSERT_EQ(rows.size(), 2u);
  for (const json& row : rows) {
    std::set<std::string> keys;
    for (const auto& [key, value] : row.items()) keys.insert(key);
    EXPECT_EQ(keys, (std::set<std::string>{"algorithm", "ranks", "samples", "phases_mean", "phases_max",
                                           "degree_mean", "longest_sum_over_bound", "link_conflicts",
                                           "build_seconds", "verified"}));
    EXPECT_EQ(row.at("ranks"), 32);
    EXPECT_EQ(row.at("samples"), 3);
    EXPECT_EQ(row.at("degree_mean"), 16);
    EXPECT_GE(row.at("phases_max"), row.at("phases_mean"));
    EXPECT_GT(row.at("link_conflicts"), 0);
    EXPECT_GT(row.at("build_seconds"), 0);
    EXPECT_EQ(row.at("verified"), true);
  }
  EXPECT_EQ(rows[0].at("algorithm"), "rs_n");
  EXPECT_GT(rows[0].at("phases_mean"), 16);
  EXPECT_EQ(rows[1].at("phases_mean"), 16) << "the lower bound";
  EXPECT_EQ(rows[1].at("longest_sum_over_bound"), 1) << "messages of one length";
  EXPECT_TRUE(report("--random --schedule rs_n")[0].at("link_conflicts").is_null()) << "no links known";
}

TEST_F(Phases, PredictsReplaysOnAMachineThatAFileDescribes) {
#ifdef PARTITA_WITH_MACHINES
  const std::string slow =
      write("slow.toml", "[messages]\nstart_up_microseconds = 10.0\nper_byte_microseconds = 1.0\n");
  const json one = report(
      "--random --ranks 8 --density 3 --schedule colouring --unit-bytes 90 --protocol barrier "
      "--machine " +
      slow);
  EXPECT_NEAR(one[0]["replay_seconds"], 3 * 100e-6, 1e-9) << "three phases of 10 + 90 us";
  EXPECT_THAT(phases("--random --ranks 8 --density 1 --schedule rs_n --machine " + slow).out,
              HasSubstr("chosen: ac by post_all: 18 us a replay is predicted on crossbar"))
      << "nothing is faster than one message a rank";
  const auto staged = [&](const std::string& protocol) -> double {
    return report("--random --ranks 8 --density 7 --schedule two_stage --unit-bytes 90 --protocol " +
                  protocol + " --machine " + slow)[0]["replay_seconds"];
  };
  EXPECT_GT(staged("lock,barrier"), 0) << "a protocol for each stage";
  EXPECT_NEAR(staged("barrier,barrier"), staged("barrier"), 1e-12);
  expect_refusal("--random --protocol lock,fast --machine " + slow, "fast", wrong_usage);
  expect_refusal("--random --machine no_such.toml", "no_such.toml", wrong_input);
  expect_refusal("--random --protocol fast --machine " + slow, "fast", wrong_usage);
#else
  GTEST_SKIP() << "this build knows no machine files";
#endif
}

TEST_F(Phases, AllAlgorithmsAreVerifiedOnUnlikeLengths) {
  const json rows = report("--random --ranks 16 --density 5 --sizes 1:32 --samples 4 --machine hypercube");
  EXPECT_EQ(rows.size(), partita::algorithms.size()) << "16 ranks suit every algorithm";
  for (const json& row : rows) EXPECT_EQ(row.at("verified"), true) << row;
}

TEST_F(Phases, SameSeedSameNumbers) {
  const auto without_times = [](json rows) {
    for (json& row : rows) row.erase("build_seconds");
    return rows;
  };
  const std::string some = "--random --density 7 --samples 3 --schedule rs_n,rs_nl,distributed --seed ";
  EXPECT_EQ(without_times(report(some + "5")), without_times(report(some + "5")));
}

TEST_F(Phases, AcSendsInTheOrderOfTheOption) {
  const std::string file = write("fan.mtx",
                                 "%%MatrixMarket matrix coordinate integer general\n4 4 3\n"
                                 "2 1 1\n2 3 1\n2 4 1\n");
  const std::string fan = "--matrix " + file + " --schedule ac --phase-table 1";
  EXPECT_THAT(phases(fan).out, testing::ContainsRegex("\n +0 +2 .*\n +0 +3 .*\n +0 +0 ")) << "rotated";
  EXPECT_THAT(phases(fan + " --order ascending").out,
              testing::ContainsRegex("\n +0 +0 .*\n +0 +2 .*\n +0 +3 "));
}

TEST_F(Phases, MatrixOfAFile) {
  const std::string file =
      write("ring.mtx",
            "%%MatrixMarket matrix coordinate integer general\n% a ring\n4 4 4\n1 2 7\n2 3 7\n"
            "3 4 7\n4 1 9\n");
  const json row = report("--matrix " + file + " --schedule rs_n --phase-table 3")[0];
  EXPECT_EQ(row.at("ranks"), 4);
  EXPECT_EQ(row.at("phases_max"), 1);
  const Outcome outcome = phases("--matrix " + file + " --schedule rs_n --phase-table 3 --unit-bytes 100");
  EXPECT_THAT(outcome.out, HasSubstr("busiest rank    9 units, 900 bytes at 100 bytes a unit"));
  EXPECT_THAT(outcome.out, HasSubstr("rank 3: 1 phase\n"));
  EXPECT_THAT(outcome.out, testing::ContainsRegex("\n +0 +0 +9 +0 +2 +7 +0\n"))
      << "in phase 0 to rank 0 nine units from offset 0, from rank 2 seven";
}

TEST_F(Phases, GraphIsPartitioned) {
  // A path of 9 vertices: three parts in a row; each end part has one neighbour.
  const std::string file = write("path.graph", "9 8\n2\n1 3\n2 4\n3 5\n4 6\n5 7\n6 8\n7 9\n8\n");
  const json row = report("--mesh " + file + " --ranks 3 --schedule colouring --partition recursive")[0];
  EXPECT_EQ(row.at("ranks"), 3);
  EXPECT_EQ(row.at("phases_max"), 2);
}

TEST_F(Phases, CellsExchangeOverTheirSides) {
  // Four squares in a row, between 10 vertices: a part of one or two cells sends one cell to each neighbour.
  std::string row = "NDIME= 2\nNELEM= 4\n", points = "NPOIN= 10\n",
              rim = "MARKER_TAG= rim\nMARKER_ELEMS= 10\n";
  for (int k = 0; k < 4; ++k) {
    const auto corner = [k](int across, int up) { return std::to_string(2 * (k + across) + up) + " "; };
    row += "9 " + corner(0, 0) + corner(1, 0) + corner(1, 1) + corner(0, 1) + "\n";
    for (const int up : {0, 1}) rim += "3 " + corner(0, up) + corner(1, up) + "\n";
  }
  for (int k = 0; k < 5; ++k) points += std::to_string(k) + " 0\n" + std::to_string(k) + " 1\n";
  const std::string file = write("row.su2", row + points + "NMARK= 1\n" + rim + "3 0 1\n3 8 9\n");
  const Outcome outcome = phases("--mesh " + file + " --cells --ranks 4 --schedule colouring");
  EXPECT_THAT(outcome.out, HasSubstr("row.su2 on 4 ranks by k_way: 4 cells, 3 pairs of neighbours\n"));
  EXPECT_THAT(outcome.out, HasSubstr("messages a rank 2/1/1.5, length 1/1/1 units"));

  const std::string graph = write("path.graph", "3 2\n2\n1 3\n2\n");
  expect_refusal("--mesh " + graph + " --cells", graph + ": this graph has no cells; leave out --cells",
                 wrong_input);
  expect_refusal("--random --cells", "--cells requires --mesh", wrong_usage);
}

TEST_F(Phases, OneZoneOfAMeshIsPartitioned) {
  const std::string triangle =
      "NDIME= 2\nNELEM= 1\n5 0 1 2\nNPOIN= 3\n0 0\n1 0\n0 1\nNMARK= 1\nMARKER_TAG= rim\nMARKER_ELEMS= 3\n3 0 "
      "1\n"
      "3 1 2\n3 2 0\n";
  const std::string square =
      "NDIME= 2\nNELEM= 1\n9 0 1 2 3\nNPOIN= 4\n0 0\n1 0\n1 1\n0 1\nNMARK= 1\nMARKER_TAG= rim\nMARKER_ELEMS= "
      "4\n"
      "3 0 1\n3 1 2\n3 2 3\n3 3 0\n";
  const std::string file = write("zones.su2", "NZONE= 2\nIZONE= 1\n" + triangle + "IZONE= 2\n" + square);
  const std::string of_zone = "--mesh " + file + " --ranks 2 --schedule lp --zone ";
  EXPECT_THAT(phases(of_zone + "1").out, HasSubstr("3 vertices, 3 edges"));
  EXPECT_THAT(phases(of_zone + "2").out, HasSubstr("4 vertices, 4 edges"));
  expect_refusal("--mesh " + file, file + ":1: the file has 2 zones; choose one with --zone", wrong_input);
  expect_refusal("--random --zone 1", "--zone requires --mesh", wrong_usage);
}

TEST_F(Phases, PicturesOfSeveralAlgorithmsHaveDifferentNames) {
  ASSERT_EQ(phases("--random --schedule lp --svg " + (folder_ / "one.svg")).exit_code, 0);
  ASSERT_EQ(phases("--random --schedule lp,rs_n --svg " + (folder_ / "two.svg")).exit_code, 0);
  for (const char* name : {"one.svg", "two.lp.svg", "two.rs_n.svg"})
    EXPECT_THAT(read_file(folder_ / name), testing::StartsWith("<svg ")) << name;
  EXPECT_EQ(folder_.files(), 3) << "and nothing else is left";
}

TEST_F(Phases, ChartOfLinksIsBokharis) {
  const Outcome outcome =
      phases("--random --ranks 8 --density 7 --schedule stable --machine hypercube:3 --links");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("001->110  .4.  ..4  4..  ...\n")) << "figure 9";
}

TEST_F(Phases, SavedScheduleIsLoadedAsItWas) {
  const std::string file = folder_ / "wing.h5", rows = " --phase-table 5";
  const std::string made = "--random --sizes 1:32 --schedule rs_nlh --machine hypercube --seed 3";
  const Outcome saved = phases(made + rows + " --save " + file);
  EXPECT_EQ(saved.exit_code, 0) << saved.err;
  const Outcome loaded = phases("--load " + file + rows);
  EXPECT_EQ(loaded.exit_code, 0) << loaded.err;
  EXPECT_THAT(loaded.out, HasSubstr("wing.h5 for 32 ranks\n"));
  const auto table_of = [](const std::string& out) { return out.substr(out.find("rs_nlh, rank 5")); };
  EXPECT_EQ(table_of(loaded.out), table_of(saved.out));

  json before = report(made)[0], after = report("--load " + file)[0];
  EXPECT_TRUE(after.at("build_seconds").is_null()) << "it was not built here";
  before.erase("build_seconds"), after.erase("build_seconds");
  EXPECT_EQ(after, before);
}

TEST_F(Phases, FilesThatHoldNoScheduleAreRefused) {
  const std::string file = write("no.h5", "not a schedule\n");
  expect_refusal("--load " + file, file, wrong_input);
  expect_refusal("--load " + file + " --schedule lp", "--load excludes --schedule", wrong_usage);
  for (const char* option : {"--ranks 4", "--samples 2", "--seed 3"})
    expect_refusal("--load " + file + " " + option, "excludes", wrong_usage);
}

#ifdef PARTITA_AIRFOIL
TEST_F(Phases, ReadsTheFlowThatAirfoilWrote) {
  const std::string file = folder_ / "flow.vtkhdf";
  const Outcome wrote = run_alone(PARTITA_AIRFOIL " --points 32x8 --steps 1 --output " + file, folder_);
  ASSERT_EQ(wrote.exit_code, 0) << wrote.err;
  EXPECT_EQ(report("--mesh " + file + " --ranks 4 --schedule colouring")[0].at("ranks"), 4);
}
#endif

// Needs a real mesh of another project.
TEST_F(Phases, WingOf2800VerticesHasAsManyMessagesAsThePapersMesh) {
  const std::string wing = PARTITA_SHARED_MESHES "/m6_gmsh_2800.msh";
  if (!std::filesystem::exists(wing)) GTEST_SKIP() << "the meshes that others wrote are not here: " << wing;
  const Outcome outcome =
      phases("--mesh " + wing + " --partition recursive --samples 5 --schedule rs_n,colouring --json " +
             (folder_ / "wing.json"));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("messages a rank 15.2/4.2/9.05, length 33.6/1/11.9 units"))
      << "Wang, Lin, Ranka 1993: 15/3/9.25 and 36/1/14.2";
  const json rows = json::parse(read_file(folder_ / "wing.json"));
  EXPECT_NEAR(rows[0].at("phases_mean").get<double>(), 15.15, 0.08 * 15.15) << "Table 6";
  EXPECT_EQ(rows[1].at("phases_mean"), rows[1].at("degree_mean"));
}

}  // namespace
