// The program `particles` from the command line: the same bits by every way, on any number of ranks, and
// after a restart.
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "hdf5/group.hpp"
#include "tests/miniapps/program.hpp"

namespace {

using namespace partita::testing_support;
using nlohmann::json;
using testing::HasSubstr;

const std::string small = "--points 32x8 ";

const std::string square =
    "NDIME= 2\nNELEM= 2\n5 0 1 2\n5 0 2 3\nNPOIN= 4\n0 0\n1 0\n1 1\n0 1\nNMARK= 1\n"
    "MARKER_TAG= wall\nMARKER_ELEMS= 4\n3 0 1\n3 1 2\n3 2 3\n3 3 0\n";

class Particles : public Program {
 protected:
  Particles() : Program("particles", PARTITA_PARTICLES) {}
};

// The mesh is divided again in between.
TEST_F(Particles, HaveTheSameBitsByEveryWayOnAnyNumberOfRanks) {
  const std::string crowd = small + "--stride 0.7 --steps 30 --by ";
  const json expected = report(1, crowd + "update");
  EXPECT_EQ(expected.at("divisions"), 0);
  for (const auto& [by, numbers] :
       {std::pair<std::string, std::vector<int>>("update", {2, 4, 7}), {"mpi", {1, 4}}, {"rebuild", {3}}})
    for (const int ranks : numbers) {
      const json r = report(ranks, crowd + by);
      EXPECT_EQ(r.at("state_hash"), expected.at("state_hash")) << "on " << ranks << " ranks by " << by;
      EXPECT_EQ(r.at("divisions") > 0, ranks > 1) << "on " << ranks << " ranks by " << by;
      EXPECT_LT(r.at("imbalance"), 1.6) << "on " << ranks << " ranks by " << by;
    }
}

TEST_F(Particles, ContinueToTheSameBitsOnOtherRanksByAnotherWay) {
  const std::string crowd = small + "--stride 0.7 ", file = folder_ / "crowd.h5";
  const std::string expected = report(1, crowd + "--steps 30").at("state_hash");
  const Outcome outcome = start(2, crowd + "--steps 17 --checkpoint " + file);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  const json r = report(4, crowd + "--steps 30 --by mpi --restart " + file);
  EXPECT_EQ(r.at("first_step"), 17);
  EXPECT_EQ(r.at("state_hash"), expected);
  expect_refusal(crowd + "--steps 17 --restart " + file, "is of step 17; give more --steps", wrong_input);
  expect_refusal(small + "--restart " + file,
                 "is of a run with --per-cell 10 --stride 0.7; give these options", wrong_input);
  expect_refusal("--points 32x9 --restart " + file,
                 file + " is a checkpoint of a mesh of 448 cells (fingerprint ", wrong_input);
}

TEST_F(Particles, ContinueOnTheSameMeshInAnotherFile) {
  const std::string crowd = "--steps 2 --mesh ", file = folder_ / "crowd.h5";
  const std::string expected = report(1, crowd + write("square.su2", square)).at("state_hash");
  EXPECT_EQ(start(1, "--steps 1 --checkpoint " + file + " --mesh " + (folder_ / "square.su2")).exit_code, 0);
  EXPECT_EQ(report(2, crowd + write("moved.su2", square) + " --restart " + file).at("state_hash"), expected);
}

TEST_F(Particles, ChangeTheirCellsAsOftenAsTheStrideSays) {
  const auto share = [&](const std::string& stride) {
    const json r = report(2, small + "--steps 5 --stride " + stride);
    EXPECT_LE(r.at("share_that_changes_rank"), r.at("share_that_changes_cell"));
    return r.at("share_that_changes_cell").get<double>();
  };
  EXPECT_EQ(share("0"), 0);
  EXPECT_THAT(share("0.01"), testing::AllOf(testing::Gt(0.005), testing::Lt(0.03)));
  EXPECT_GT(share("5"), 0.95);
}

TEST_F(Particles, HelpTeaches) {
  expect_help("", {"--mesh", "--points", "--per-cell", "--stride", "--steps", "--by", "--checkpoint",
                   "--restart", "--report", "mpirun -n 2 particles --by mpi"});
}

TEST_F(Particles, AnswerWrongOptionsAndFilesInOneSentence) {
  expect_refusal("--by hand", "--by", wrong_usage);
  expect_refusal("--points 32", "--points: wants NxM", wrong_usage);
  expect_refusal("--stride nan", "--stride: wants a number from 0 to 100", wrong_usage);
  expect_refusal("--mesh a.su2 --checkpoint a.su2", "a.su2 is the mesh, which would be overwritten",
                 wrong_usage);
  expect_refusal("--mesh /nowhere/a.su2", "/nowhere/a.su2", wrong_input);
  expect_refusal("--restart /nowhere/crowd.h5", "/nowhere/crowd.h5", wrong_input);
  expect_refusal(small + "--report /nowhere/run.json", "cannot write /nowhere/run.json", wrong_input);
  const std::string quadrilateral =
      write("quadrilateral.su2",
            "NDIME= 2\nNELEM= 1\n9 0 1 2 3\nNPOIN= 4\n0 0\n1 0\n1 1\n0 1\nNMARK= 1\n"
            "MARKER_TAG= wall\nMARKER_ELEMS= 4\n3 0 1\n3 1 2\n3 2 3\n3 3 0\n");
  expect_refusal("--mesh " + quadrilateral,
                 "particles walk through triangles alone; give a mesh of triangles", wrong_input);
}

// Two triangles, the walls around them, and more ranks than cells. Each way is longer than the square's
// diagonal.
TEST_F(Particles, AreReflectedByTheBoundary) {
  const std::string file = folder_ / "crowd.h5";
  const std::string crowd = "--stride 3 --steps 20 --mesh " + write("square.su2", square);
  const json expected = report(1, crowd);
  for (const std::string by : {"update", "mpi"})
    EXPECT_EQ(report(3, crowd + " --checkpoint " + file + " --by " + by).at("state_hash"),
              expected.at("state_hash"));
  const auto positions = partita::hdf5::open_file(file).group("fields").table("positions");
  const std::vector<double> coordinates = positions.read<double>({0, positions.rows()}, 2);
  EXPECT_EQ(coordinates.size(), 2 * 20);
  EXPECT_THAT(coordinates, testing::Each(testing::AllOf(testing::Ge(-1e-15), testing::Le(1 + 1e-15))));
}

}  // namespace
