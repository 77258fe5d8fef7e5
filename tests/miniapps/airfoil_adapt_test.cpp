// Runs of the airfoil program whose mesh follows the flow.
#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/miniapps/airfoil_bump.hpp"
#include "tests/miniapps/airfoil_program.hpp"

namespace {

using namespace partita::testing_support;
using nlohmann::json;
using testing::HasSubstr;

const std::string twice = " --points 32x8 --drop 1.5 --adapt 2 ";

class AirfoilAdapt : public Airfoil {
 protected:
  static std::string results(const json& report) {
    return bits(report) + report.at("mesh").dump() + report.at("steps").dump();
  }
};

TEST_F(AirfoilAdapt, DividesCellsWhereThePressureJumps) {
  const json r = report(2, twice + "--output-every 1000 --output " + (folder_ / "flow.vtkhdf"));
  const json& meshes = r.at("meshes");
  ASSERT_EQ(meshes.size(), 3);
  EXPECT_EQ(meshes[0].at("vertices"), 32 * 8);
  for (const std::size_t k : {1u, 2u}) {
    EXPECT_GT(meshes[k].at("vertices"), meshes[k - 1].at("vertices"));
    EXPECT_LT(meshes[k].at("vertices"), (32 * 8) << (2 * k)) << "with all cells divided so often";
    EXPECT_EQ(meshes[k].at("first_step"),
              meshes[k - 1].at("first_step").get<long>() + meshes[k - 1].at("steps").get<long>());
    EXPECT_GT(meshes[k].at("adaptation_steps"), 0);
    EXPECT_GT(meshes[k].at("levels").size(), 1);
    EXPECT_GT(meshes[k].at("repaid_after"), 0);
    if (meshes[k].at("points_stay"))
      EXPECT_EQ(meshes[k].at("imbalance"), meshes[k].at("imbalance_before"));
    else
      EXPECT_GT(meshes[k].at("imbalance_before"), 1.03) << "then the mesh is partitioned again";
  }
  EXPECT_EQ(r.at("mesh").at("vertices"), meshes[2].at("vertices"));
  EXPECT_EQ(folder_.files(), 1 + 1 + 2 + 1) << "report, flow, a flow for each mesh before, their list";
}

TEST_F(AirfoilAdapt, HasTheSameBitsOnAnyRanks) {
  const std::string expected = results(report(1, twice));
  EXPECT_EQ(results(report(3, twice + " --partition recursive --schedule lp")), expected);
}

TEST_F(AirfoilAdapt, LeavesAMeshOnWhichNothingJumpsWithItsRanksAndSchedules) {
  const json r = report(2, "--points 32x8 --drop 6 --adapt 2 --jump 10");
  const json& meshes = r.at("meshes");
  for (const json& mesh : meshes) EXPECT_EQ(mesh.at("vertices"), 32 * 8);
  for (const std::size_t k : {1u, 2u}) {
    EXPECT_EQ(meshes[k].at("points_stay"), true);
    EXPECT_EQ(meshes[k].at("schedules_built"), 0);
    EXPECT_EQ(meshes[k].at("schedules_kept"), meshes[0].at("schedules_built"));
  }
  const json alone = report(1, "--points 32x8 --drop 6");  // its steps are recombined from further back
  EXPECT_NEAR(r.at("lift_coefficient"), alone.at("lift_coefficient"), 1e-5);
}

TEST_F(AirfoilAdapt, TakesAStepOnEachMeshThoughTheFlowHasFallenFurther) {
  const json r = report(2, "--points 32x8 --drop 0.1 --adapt 5 --jump 1 --output-every 1000 --output " +
                               (folder_ / "flow.vtkhdf"));
  ASSERT_EQ(r.at("meshes").size(), 6);
  for (const json& mesh : r.at("meshes")) EXPECT_GT(mesh.at("steps"), 0);
}

TEST_F(AirfoilAdapt, DividesTheCellsOfAFile) {
  const std::string quadrilaterals = folder_ / "bump.su2", triangles = folder_ / "naca.vtkhdf";
  std::ofstream(quadrilaterals) << bump(24, 8);
  ASSERT_EQ(airfoil(1, "--points 32x8 --drop 1.5 --quiet --output " + triangles).exit_code, 0);
  for (const std::string& mesh : {through_channel + quadrilaterals, " --mesh " + triangles}) {
    SCOPED_TRACE(mesh);
    const json r = report(2, "--drop 1 --adapt 1" + mesh), &meshes = r.at("meshes");
    ASSERT_EQ(meshes.size(), 2);
    EXPECT_GT(meshes[1].at("vertices"), meshes[0].at("vertices"));
    EXPECT_EQ(r.at("converged"), true);
    EXPECT_EQ(results(report(3, "--drop 1 --adapt 1" + mesh)), results(r));
  }
}

TEST_F(AirfoilAdapt, RefusesWhatItCannotDivideOrKeep) {
  const std::string mesh = folder_ / "corner.su2";
  std::ofstream(mesh) << "NDIME= 3\nNELEM= 1\n10 0 1 2 3\nNPOIN= 4\n0 0 0\n1 0 0\n0 1 0\n0 0 1\nNMARK= 1\n"
                      << "MARKER_TAG= farfield\nMARKER_ELEMS= 4\n5 0 1 2\n5 1 2 3\n5 0 1 3\n5 0 2 3\n";
  expect_refused(airfoil(2, "--adapt 1 --mesh " + mesh), "airfoil",
                 "is three-dimensional, but --adapt divides triangles and quadrilaterals alone; omit --adapt",
                 wrong_input);
  std::filesystem::remove(mesh);
  expect_refusal(1, "--adapt 1 --load-schedule a", "a schedule is saved or loaded for one mesh", wrong_usage);
  expect_refusal(1, "--jump 1", "--jump requires --adapt", wrong_usage);
}

TEST_F(AirfoilAdapt, RefusesCellsThatFoldIfTheWallIsRounded) {
  expect_refusal(
      2, "--points 32x12 --wall-spacing 1e-3 --drop 0.5 --adapt 1",
      "the mesh about NACA 0012 with 32 x 12 points folds; take less camber, less thickness or more "
      "points, or a larger --wall-spacing: ");
}

#ifdef PARTITA_WITH_PETSC

TEST_F(AirfoilAdapt, TakesImplicitStepsOnEachMesh) {
  const json r = report(2, "--points 32x8 --drop 6 --adapt 2 --implicit");
  ASSERT_EQ(r.at("meshes").size(), 3);
  for (const json& mesh : r.at("meshes")) EXPECT_GT(mesh.at("steps"), 0);
  EXPECT_EQ(r.at("converged"), true);
  const json by_multigrid = report(2, "--points 32x8 --drop 6 --adapt 2");
  EXPECT_NEAR(r.at("lift_coefficient"), by_multigrid.at("lift_coefficient"), 1e-4);
}

#endif

TEST_F(AirfoilAdapt, OtherRanksContinueOnEachMeshToTheSameBits) {
  const json whole = report(2, twice);
  const std::string file = folder_ / "run.h5";
  for (const std::size_t k : {0u, 2u}) {
    const json& mesh = whole.at("meshes")[k];
    const long steps = mesh.at("first_step").get<long>() + mesh.at("steps").get<long>() / 2;
    SCOPED_TRACE(steps);
    ASSERT_EQ(
        airfoil(3, twice + "--quiet --checkpoint " + file + " --steps " + std::to_string(steps)).exit_code,
        0);
    const json continued = report(1, twice + "--restart " + file);
    EXPECT_EQ(results(continued), results(whole));
    EXPECT_EQ(continued.at("first_step"), steps);
  }
  const std::string restart = "--restart " + file;
  const json shorter = report(2, "--points 32x8 --drop 1.5 --adapt 1 " + restart);
  EXPECT_EQ(results(shorter), results(whole)) << "the checkpoint's mesh is adapted twice";
  expect_refused(airfoil(2, "--points 32x8 " + restart), "airfoil",
                 "is a checkpoint of a mesh of 256 vertices that adapts", wrong_input);
  expect_refused(airfoil(2, twice + "--jump 0.1 " + restart), "airfoil", "is of a run with --jump 0.05",
                 wrong_input);
  expect_refused(airfoil(2, twice + "--cells quadrilaterals " + restart), "airfoil",
                 "is a checkpoint of a mesh of 256 vertices that adapts", wrong_input);
}

TEST_F(AirfoilAdapt, ANewRunBeginsOnTheMeshOfACheckpoint) {
  const std::string file = folder_ / "run.h5";
  const json before = report(2, twice + "--checkpoint " + file);
  EXPECT_EQ(before.at("checkpoints").at("written"), 3) << "one at the end of each mesh";
  const json r = report(3, twice + "--steps 1 --initial-flow " + file);
  EXPECT_EQ(r.at("mesh"), before.at("mesh"));
  EXPECT_NEAR(r.at("lift_coefficient"), before.at("lift_coefficient"), 0.01) << "its flow";
}

}  // namespace
