// Second order: errors of the mesh alone fall with the square of its size. Takes minutes.
#include <cmath>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/miniapps/command.hpp"

namespace {

using namespace partita::testing_support;

TEST(AirfoilRefinement, SpuriousDragFallsAtLeastThreefoldOnTwiceAsFineAMesh) {
  const Folder folder("airfoil_refinement");
  const auto drag = [&](const std::string& points) {
    const std::string file = folder / "report.json";
    const Outcome outcome = run(
        2, PARTITA_AIRFOIL " --quiet --mach 0.5 --alpha 0 --drop 5 --points " + points + " --report " + file,
        folder);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return nlohmann::json::parse(read_file(file)).at("drag_coefficient").get<double>();
  };
  const double coarse = drag("192x48"), fine = drag("384x96");
  EXPECT_GT(coarse, 0);
  EXPECT_LT(std::abs(fine), coarse / 3);
}

}  // namespace
