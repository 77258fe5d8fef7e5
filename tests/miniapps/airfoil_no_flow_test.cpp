// Runs whose flow leaves the realm of gases: nothing of them is reported or written.
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
using testing::HasSubstr;

class AirfoilNoFlow : public Airfoil {
 protected:
  // The step after which the program refuses the flow; 0 if it does not.
  static long step_of(const Outcome& outcome) {
    const std::string before = "airfoil: the flow left the realm of gases in step ";
    const auto place = outcome.err.find(before);
    return place == std::string::npos ? 0 : std::stol(outcome.err.substr(place + before.size()));
  }

  const std::string wild_ = "--points 48x12 --mach 2 --alpha 30 --steps ";
};

// The residual is that of the state before a step, so it tells one step late.
TEST_F(AirfoilNoFlow, IsNoResultFromItsFirstStepOn) {
  const long late = step_of(airfoil(1, wild_ + "1000"));
  ASSERT_GT(late, 2);
  long first = 0;
  for (long steps = late; first == 0 && steps > 1; --steps) {
    const Outcome outcome = airfoil(1, wild_ + std::to_string(steps - 1));
    if (outcome.exit_code == 0) first = steps;
  }
  ASSERT_GT(first, 0);
  EXPECT_LT(first, late);
  const std::string output = folder_ / "flow.vtkhdf";
  expect_refusal(2, wild_ + std::to_string(first) + " --output " + output + " --report " + folder_ / "r.json",
                 "the flow left the realm of gases in step " + std::to_string(first) + "; take --implicit");
}

TEST_F(AirfoilNoFlow, IsInNoSeries) {
  const Outcome outcome = airfoil(2, wild_ + "1000 --output-every 1 --output " + folder_ / "flow.vtkhdf");
  EXPECT_EQ(outcome.exit_code, wrong_input);
  const long first = step_of(outcome);
  ASSERT_GT(first, 1);
  EXPECT_EQ(folder_.files(), first) << "a file of each step before, and the list of them";
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

TEST_F(AirfoilNoFlow, OfExplicitStepsIsOneOfImplicitSteps) {
  const Folder meshes("airfoil_bump");
  const std::string mesh = meshes / "bump.su2";
  std::ofstream(mesh) << bump(24, 24);
  expect_refusal(1, through_channel + mesh, "the flow left the realm of gases in step ");
#ifdef PARTITA_WITH_PETSC
  EXPECT_EQ(report(2, through_channel + mesh + " --implicit").at("converged"), true);
#endif
}

TEST_F(AirfoilNoFlow, OnAMeshOfOthersNamesTheWayOut) {
  const std::filesystem::path mesh =
      PARTITA_SHARED_MESHES "/../cases/explicit-on-stretched-cells/bump_stretched.su2";
  if (!std::filesystem::exists(mesh)) GTEST_SKIP() << "there is no " << mesh;
  const std::string flow = through_channel + mesh.string();
  expect_refusal(1, flow, "the flow left the realm of gases in step ");
  EXPECT_THAT(airfoil(1, flow).err, HasSubstr("; take --implicit"));
#ifdef PARTITA_WITH_PETSC
  EXPECT_EQ(report(1, flow + " --implicit").at("converged"), true);
#endif
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
