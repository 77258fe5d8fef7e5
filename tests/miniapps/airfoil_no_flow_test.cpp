// Meshes and flows that are hard to begin with: they end in a steady flow, or the summary says why not.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/miniapps/airfoil_program.hpp"

namespace {

using namespace partita::testing_support;
using nlohmann::json;
using testing::HasSubstr;

class AirfoilNoFlow : public Airfoil {};

TEST_F(AirfoilNoFlow, IsNoReasonToEndWhereCellsWouldBeEmptied) {
  const json r = report(2, "--points 48x12 --mach 2 --alpha 30 --steps 100");
  EXPECT_GT(r.at("shortened").at("vertices"), 0);
  EXPECT_GT(r.at("shortened").at("stages"), 0);
  EXPECT_THAT(airfoil(1, "--points 48x12 --mach 2 --alpha 30 --steps 100").out, HasSubstr("\nshortened   "));
}

// A channel with a bump in cells that get thinner towards it, as meshes for boundary layers have them.
std::string bump(int columns, int rows) {
  std::string text = "NDIME= 2\nNELEM= " + std::to_string(columns * rows) + "\n";
  const auto at = [columns](int i, int j) { return std::to_string(j * (columns + 1) + i) + " "; };
  for (int j = 0; j < rows; ++j)
    for (int i = 0; i < columns; ++i)
      text += "9 " + at(i, j) + at(i + 1, j) + at(i + 1, j + 1) + at(i, j + 1) + "\n";
  text += "NPOIN= " + std::to_string((columns + 1) * (rows + 1)) + "\n";
  for (int j = 0; j <= rows; ++j)
    for (int i = 0; i <= columns; ++i) {
      const double x = 3.0 * i / columns;
      const double ground = x > 1 && x < 2 ? 0.05 * std::sin(std::numbers::pi * (x - 1)) : 0;
      const double height = std::pow(static_cast<double>(j) / rows, 3);
      text += std::to_string(x) + " " + std::to_string(ground + (1 - ground) * height) + "\n";
    }
  text += "NMARK= 4\n";
  const auto side = [&](const std::string& name, int length, auto&& segment) {
    text += "MARKER_TAG= " + name + "\nMARKER_ELEMS= " + std::to_string(length) + "\n";
    for (int k = 0; k < length; ++k) text += "3 " + segment(k) + "\n";
  };
  side("lower_wall", columns, [&](int i) { return at(i, 0) + at(i + 1, 0); });
  side("upper_wall", columns, [&](int i) { return at(i + 1, rows) + at(i, rows); });
  side("inlet", rows, [&](int j) { return at(0, j + 1) + at(0, j); });
  side("outlet", rows, [&](int j) { return at(columns, j) + at(columns, j + 1); });
  return text;
}

const std::string through_channel =
    " --far-fields inlet,outlet --far-field characteristic --mach 0.5 --alpha 0 --mesh ";

TEST_F(AirfoilNoFlow, IsNotInThinCellsAtAWall) {
  const Folder meshes("airfoil_bump");
  const std::string mesh = meshes / "bump.su2";
  std::ofstream(mesh) << bump(24, 24);
  const json r = report(1, through_channel + mesh);
  EXPECT_EQ(r.at("converged"), true);
  for (const int ranks : {2, 3}) EXPECT_EQ(bits(report(ranks, through_channel + mesh)), bits(r));
#ifdef PARTITA_WITH_PETSC
  const json implicit = report(2, through_channel + mesh + " --implicit");
  EXPECT_EQ(implicit.at("converged"), true);
  EXPECT_NEAR(implicit.at("drag_coefficient"), r.at("drag_coefficient"), 1e-4);
#endif
}

TEST_F(AirfoilNoFlow, IsNotInThinCellsOfAMeshOfOthers) {
  const std::filesystem::path mesh =
      PARTITA_SHARED_MESHES "/../cases/explicit-on-stretched-cells/bump_stretched.su2";
  if (!std::filesystem::exists(mesh)) GTEST_SKIP() << "there is no " << mesh;
  const json r = report(1, through_channel + mesh.string());
  EXPECT_EQ(r.at("converged"), true);
  EXPECT_LT(r.at("steps"), 1000);
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
