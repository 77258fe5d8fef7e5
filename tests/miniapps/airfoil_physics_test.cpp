// Converged flows with known results, on 2 ranks.
#include <cmath>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/miniapps/airfoil_program.hpp"

namespace {

using namespace partita::testing_support;
using nlohmann::json;

class AirfoilPhysics : public Airfoil {
 protected:
  json solve(const std::string& arguments) {
    const json found = report(2, "--drop 4 " + arguments);
    EXPECT_GE(found.at("residual_drop_orders"), 4.0) << arguments;
    return found;
  }
};

TEST_F(AirfoilPhysics, SubsonicSymmetricFlowHasNeitherLiftNorDrag) {
  const json r = solve("--mach 0.5 --alpha 0 --levels 1");
  EXPECT_LT(r.at("drag_coefficient"), 0.0015);
  EXPECT_GT(r.at("drag_coefficient"), -0.0015);
  EXPECT_LT(std::abs(r.at("lift_coefficient").get<double>()), 1e-6)
      << "mesh and flow are mirror images of themselves, which coarser levels are not";
}

TEST_F(AirfoilPhysics, SpuriousDragFallsAtLeastThreefoldOnTwiceAsFineAMesh) {
  const json coarse = solve("--mach 0.5 --alpha 0 --points 96x24"),
             fine = solve("--mach 0.5 --alpha 0 --points 192x48");
  EXPECT_GT(coarse.at("drag_coefficient"), 0);
  EXPECT_LT(std::abs(fine.at("drag_coefficient").get<double>()),
            coarse.at("drag_coefficient").get<double>() / 3);
}

// AGARD-AR-211, 1985, test case 1: NACA 0012, Mach 0.8, 1.25 degrees.
TEST_F(AirfoilPhysics, TransonicLiftIsThatOfTheUnboundedFlow) {
  const json r = solve("--mach 0.8 --alpha 1.25");
  EXPECT_GT(r.at("lift_coefficient"), 0.34);
  EXPECT_LT(r.at("lift_coefficient"), 0.37);
}

TEST_F(AirfoilPhysics, TransonicForcesOnAMeshOfOthersAreTheirs) {
  const std::filesystem::path mesh = std::filesystem::path(PARTITA_SHARED_MESHES) / "mesh_NACA0012_inv.su2";
  if (!std::filesystem::exists(mesh)) GTEST_SKIP() << "the meshes that others wrote are not at " << mesh;
  const json r = solve("--mach 0.8 --alpha 1.25 --far-field characteristic --mesh " + mesh.string());
  EXPECT_NEAR(r.at("lift_coefficient"), 0.328, 0.05 * 0.328) << "SU2's own on this mesh";
  EXPECT_GT(r.at("drag_coefficient"), 0.019);
  EXPECT_LT(r.at("drag_coefficient"), 0.025);
}

TEST_F(AirfoilPhysics, OneraM6HasTheLiftThatOthersCompute) {
  const std::filesystem::path mesh = std::filesystem::path(PARTITA_SHARED_MESHES) / "m6_gmsh_2800.msh";
  if (!std::filesystem::exists(mesh)) GTEST_SKIP() << "the meshes that others wrote are not at " << mesh;
  const json r = solve("--mach 0.84 --alpha 3.06 --mesh " + mesh.string());
  EXPECT_NEAR(r.at("area"), 1.164, 0.001);
  EXPECT_NEAR(r.at("lift_coefficient"), 0.28, 0.1 * 0.28);
}

}  // namespace
