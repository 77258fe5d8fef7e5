// What finer meshes give: everywhere, and where the flow needs them. Takes minutes.
#include <cmath>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/miniapps/airfoil_program.hpp"

namespace {

using namespace partita::testing_support;

class AirfoilRefinement : public Airfoil {};

// Second order: errors of the mesh alone fall with the square of its size.
TEST_F(AirfoilRefinement, SpuriousDragFallsAtLeastThreefoldOnTwiceAsFineAMesh) {
  const auto drag = [&](const std::string& points) {
    return report(2, "--mach 0.5 --alpha 0 --points " + points).at("drag_coefficient").get<double>();
  };
  const double coarse = drag("192x48"), fine = drag("384x96");
  EXPECT_GT(coarse, 0);
  EXPECT_LT(std::abs(fine), coarse / 3);
}

// Steps of vertices, on all meshes of a run.
double work(const nlohmann::json& report) {
  double all = 0;
  for (const auto& mesh : report.at("meshes"))
    all += mesh.at("steps").get<double>() * mesh.at("vertices").get<double>();
  return all;
}

TEST_F(AirfoilRefinement, AThirdOfTheVerticesGivesLiftAndDragOfTheUniformMeshWithLessWork) {
  const std::string twice = "--points 96x24 --adapt 2";
  const auto uniform = report(2, twice + " --jump 1e-6"), adapted = report(2, twice);
  EXPECT_LT(3 * adapted.at("mesh").at("vertices").get<int>(), uniform.at("mesh").at("vertices").get<int>());
  for (const char* coefficient : {"lift_coefficient", "drag_coefficient"}) {
    const double expected = uniform.at(coefficient);
    EXPECT_NEAR(adapted.at(coefficient), expected, 0.01 * expected) << coefficient;
  }
  EXPECT_LT(work(adapted), work(uniform));
}

}  // namespace
