// The op2_airfoil program from the command line: OP2's own residuals, and the same bits on any number of
// ranks, with any schedule, protocol and backend.
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/miniapps/program.hpp"

namespace {

using namespace partita::testing_support;
using nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

class Op2Airfoil : public Program {
 protected:
  Op2Airfoil() : Program("op2_airfoil", PARTITA_OP2_AIRFOIL) {}
};

TEST_F(Op2Airfoil, HasTheResidualsOfOp2) {
  for (const int ranks : {1, 2, 4}) {
    const Outcome outcome = start(ranks, "--grid 40x60 --iterations 300");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, StartsWith(" 100  4.25406e-04\n 200  1.79346e-04\n 300  9.96362e-05\n"))
        << "on " << ranks << " ranks";
  }
}

TEST_F(Op2Airfoil, HasTheResidualsOfOp2OnItsOwnGrid) {
  const std::filesystem::path grid = std::filesystem::path(PARTITA_SHARED_MESHES) / "new_grid_small.dat";
  if (!std::filesystem::exists(grid)) GTEST_SKIP() << "OP2's grid is not at " << grid;
  for (const int ranks : {1, 2, 4}) {
    const Outcome outcome = start(ranks, "--mesh " + grid.string() + " --iterations 1000");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    for (const char* line :
         {" 100  4.25406e-04\n", " 200  1.79346e-04\n", " 300  9.96362e-05\n", " 500  3.94607e-05\n",
          " 700  1.03755e-05\n", " 900  3.11699e-06\n", " 1000  1.87631e-06\n"})
      EXPECT_THAT(outcome.out, HasSubstr(line)) << "on " << ranks << " ranks";
  }
}

TEST_F(Op2Airfoil, ComputesTheSameBitsInEveryConfiguration) {
  const std::string small = "--grid 40x60 --iterations 40";
  const json expected = report(1, small);
  const auto expect_same = [&](int ranks, const std::string& how) {
    const json r = report(ranks, small + how);
    EXPECT_EQ(r.at("state_hash"), expected.at("state_hash")) << "on " << ranks << " ranks" << how;
    EXPECT_EQ(r.at("rms"), expected.at("rms")) << "on " << ranks << " ranks" << how;
  };
  for (const int ranks : {2, 3, 4, 7, 8}) expect_same(ranks, "");
  for (const int ranks : {1, 4})
    for (const std::string how :
         {" --schedule lp", " --schedule rs_n --protocol post_all", " --protocol windowed",
          " --schedule ac --protocol ready_signal", " --schedule two_stage --protocol lock,barrier"})
      expect_same(ranks, how);
  for (const std::string transport : {"automatic", "mpi"}) expect_same(4, " --transport " + transport);
}

TEST_F(Op2Airfoil, ReportsWhereTheTimeGoes) {
  const json r = report(2, "--grid 8x6 --iterations 120");
  EXPECT_EQ(r.at("ranks"), 2);
  EXPECT_EQ(r.at("iterations"), 120);
  ASSERT_EQ(r.at("history").size(), 2u) << "every 100 iterations, and at the end";
  EXPECT_EQ(r.at("history")[0][0], 100);
  EXPECT_EQ(r.at("history")[1][0], 120);
  EXPECT_EQ(r.at("history")[1][1], r.at("rms"));
  EXPECT_GT(r.at("rms"), 0);
  EXPECT_GT(r.at("milliseconds_per_iteration"), 0);
  EXPECT_EQ(r.at("loops").size(), 5u);
  for (const char* loop : {"save", "time_step", "interior_flux", "boundary_flux", "update"}) {
    EXPECT_GT(r.at("loops").at(loop).at("milliseconds"), 0) << loop;
    EXPECT_GT(r.at("loops").at(loop).at("gigabytes_per_second"), 0) << loop;
    EXPECT_GE(r.at("loops").at(loop).at("lanes"), 1) << loop;
  }
  EXPECT_EQ(r.at("loops").at("save").at("lanes"), 1) << "a loop without maps";
  EXPECT_GE(r.at("vector_width"), 128);
  EXPECT_THAT(r.at("state_hash").get<std::string>(), testing::MatchesRegex("[0-9a-f]{16}"));
}

TEST_F(Op2Airfoil, PrintsItsExchangesOnRequest) {
  const Outcome outcome = start(2, "--grid 8x6 --iterations 1 --plan");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, StartsWith("iteration: "));
  EXPECT_THAT(outcome.out, HasSubstr("gather   q: changed by update"));
  EXPECT_EQ(outcome.out.find("gather   res"), std::string::npos) << "no other rank reads it";
}

TEST_F(Op2Airfoil, RemarksOnRanksWithoutCells) {
  EXPECT_THAT(start(8, "--grid 2x1 --iterations 1 --plan").out,  // six cells
              HasSubstr("remark: the partition leaves 2 of 8 ranks without cells, the first is rank 6\n"));
}

TEST_F(Op2Airfoil, ChoosesItsPlanAndSaysWhich) {
  const Outcome outcome = start(8, "--grid 8x6 --iterations 1 --plan");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("\n             ac by post_all: the 8 ranks share one host"));
  EXPECT_THAT(start(2, "--grid 8x6 --iterations 1 --plan --schedule lp --protocol barrier").out,
              HasSubstr("\n             lp by barrier: as the program says"));
  const json r = report(2, "--grid 8x6 --iterations 1");
  EXPECT_EQ(r.at("schedule"), "auto");
  EXPECT_EQ(r.at("protocol"), "auto");
}

TEST_F(Op2Airfoil, HelpTeaches) {
  expect_help("OP2's Airfoil benchmark", {"--mesh", "--grid", "--iterations", "--schedule", "--protocol",
                                          "--transport", "--plan", "--report", "Examples:"});
}

TEST_F(Op2Airfoil, AnswersWrongOptionsInOneSentence) {
  expect_refusal("--gird 4x4", "The following argument", wrong_usage);
  expect_refusal("--grid 40", "--grid: wants IxJ", wrong_usage);
  expect_refusal("--iterations 0", "--iterations", wrong_usage);
  expect_refusal("--schedule rsn", "there is no algorithm \"rsn\"; there are ac, naive, lp, linear",
                 wrong_usage);
  expect_refusal("--protocol s3",
                 "there is no protocol \"s3\"; there are post_all, windowed, global_once, lock", wrong_usage);
  expect_refusal("--transport pigeon", "there is no transport \"pigeon\"; there are automatic, mpi",
                 wrong_usage);
}

TEST_F(Op2Airfoil, NamesWhatItCannotReadOrWrite) {
  expect_refusal("--mesh /nowhere/grid.dat", "/nowhere/grid.dat", wrong_input);
  expect_refusal("--mesh a.dat --report a.dat", "a.dat is the mesh, which would be overwritten", wrong_usage);
  expect_refusal("--grid 1x1", "there is no grid of 1 cells along the airfoil", wrong_input);
  expect_refusal("--grid 4x4 --report /nowhere/run.json", "cannot write /nowhere/run.json", wrong_input);
}

// A square of 3 x 3 cells whose inner edges name their cells in the wrong order: the flow is pushed where it
// should be held back.
std::string swapped_square() {
  std::string text = "16 9 12 12\n";
  const auto add = [&](std::initializer_list<int> numbers) {
    for (const int number : numbers) text += std::to_string(number) + " ";
    text += "\n";
  };
  const auto at = [](int i, int j) { return 4 * j + i; };
  const auto cell = [](int i, int j) { return 3 * j + i; };
  for (int k = 0; k < 16; ++k) add({k % 4, k / 4});
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 3; ++i) add({at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)});
  for (int k = 0; k < 3; ++k)
    for (int l = 1; l < 3; ++l) {
      add({at(l, k), at(l, k + 1), cell(l - 1, k), cell(l, k)});
      add({at(k, l), at(k + 1, l), cell(k, l), cell(k, l - 1)});
    }
  for (int k = 0; k < 3; ++k) {
    add({at(k + 1, 0), at(k, 0), cell(k, 0), 1});
    add({at(k, 3), at(k + 1, 3), cell(k, 2), 1});
    add({at(0, k), at(0, k + 1), cell(0, k), 2});
    add({at(3, k + 1), at(3, k), cell(2, k), 2});
  }
  return text;
}

TEST_F(Op2Airfoil, PrintsNothingOfAFlowThatIsNone) {
  const Folder grids("op2_grids");
  std::ofstream(grids / "swapped.dat") << swapped_square();
  for (const std::string iterations : {"5", "8", "60"})
    expect_refusal("--mesh " + grids / "swapped.dat" + " --iterations " + iterations + " --report " +
                       folder_ / "run.json",
                   "the flow left the realm of gases by iteration " + iterations, wrong_input);
}

}  // namespace
