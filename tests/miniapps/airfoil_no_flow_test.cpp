// Meshes and flows that are hard to begin with: they end in a steady flow, or the summary says why not.
#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/miniapps/airfoil_bump.hpp"
#include "tests/miniapps/airfoil_program.hpp"

namespace {

using namespace partita::testing_support;
using nlohmann::json;
using testing::HasSubstr;

class AirfoilNoFlow : public Airfoil {};

TEST_F(AirfoilNoFlow, IsNoReasonToEndWhereCellsWouldBeEmptied) {
  const std::string written = folder_ / "report.json";
  const Outcome outcome = airfoil(2, "--points 48x12 --mach 2 --alpha 25 --report " + written);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("\nshortened   "));
  const json r = json::parse(read_file(written));
  EXPECT_EQ(r.at("converged"), true);
  EXPECT_GT(r.at("shortened").at("vertices"), 0);
  EXPECT_GT(r.at("shortened").at("stages"), 0);
  EXPECT_NEAR(r.at("lift_coefficient"), 0.896, 1e-3);
}

TEST_F(AirfoilNoFlow, IsNotInThinCellsAtAWall) {
  const Folder meshes("airfoil_bump");
  const std::string mesh = meshes / "bump.su2";
  std::ofstream(mesh) << bump(24, 24);
  const std::string explicit_steps = through_channel + mesh + " --levels 1";
  const json r = report(1, explicit_steps);
  EXPECT_EQ(r.at("converged"), true);
  for (const int ranks : {2, 3}) EXPECT_EQ(bits(report(ranks, explicit_steps)), bits(r));
  const json multigrid = report(2, through_channel + mesh + " --steps 150");
  EXPECT_EQ(multigrid.at("converged"), true);
  EXPECT_NEAR(multigrid.at("drag_coefficient"), r.at("drag_coefficient"), 1e-4);
#ifdef PARTITA_WITH_PETSC
  const json implicit = report(2, through_channel + mesh + " --implicit");
  EXPECT_EQ(implicit.at("converged"), true);
  EXPECT_NEAR(implicit.at("drag_coefficient"), r.at("drag_coefficient"), 1e-4);
#endif
}

TEST_F(AirfoilNoFlow, IsNotAboutADozenSectionsInThinCells) {
  const char *const sections[] = {"0012", "2412", "4412"}, *const spacings[] = {"1e-3", "1e-4", "1e-5",
                                                                                "1e-6"};
  bool is_blunt = false;
  for (const std::string section : sections) {
    for (const std::string spacing : spacings) {
      const std::string mesh =
          "--naca " + section + " --wall-spacing " + spacing + (is_blunt ? " --blunt" : "");
      const json r = report(2, "--points 48x16 --mach 0.5 --alpha 1 --drop 4 " + mesh);
      EXPECT_EQ(r.at("converged"), true) << mesh;
      EXPECT_GT(r.at("lift_coefficient"), 0) << mesh;
      is_blunt = !is_blunt;
    }
    is_blunt = !is_blunt;
  }
}

TEST_F(AirfoilNoFlow, IsNotInThinCellsOfAMeshOfOthers) {
  const std::filesystem::path mesh =
      PARTITA_SHARED_MESHES "/../cases/explicit-on-stretched-cells/bump_stretched.su2";
  if (!std::filesystem::exists(mesh)) GTEST_SKIP() << "there is no " << mesh;
  const json r = report(1, through_channel + mesh.string() + " --levels 1");
  EXPECT_EQ(r.at("converged"), true);
  EXPECT_LT(r.at("steps"), 1000);
  EXPECT_EQ(report(2, through_channel + mesh.string() + " --steps 150").at("converged"), true);
}

#ifdef PARTITA_WITH_PETSC

TEST_F(AirfoilNoFlow, IsMadeByNoStepThatPetscRejects) {
  const std::string implicit = "--points 48x12 --implicit --quiet ";
  const std::string advice = "; give other options of PETSc, or none";
  expect_refusal(2, implicit + "-snes_max_funcs 1",
                 "PETSc's nonlinear solver failed in an implicit step (DIVERGED_FUNCTION_COUNT)" + advice);
  expect_refusal(1, implicit + "-ksp_divtol 0.5",
                 "PETSc's linear solver failed in an implicit step (DIVERGED_DTOL)" + advice);
}

#endif

}  // namespace
