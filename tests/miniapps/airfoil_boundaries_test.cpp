// What the airfoil program takes the parts of a boundary for, says of them, and refuses.
#include <cmath>
#include <fstream>
#include <numbers>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/miniapps/airfoil_program.hpp"

namespace {

using namespace partita::testing_support;
using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

using Names = std::vector<std::string>;

// Quadrilaterals between two circles: 24 around, 4 outwards. Each circle is cut into parts of equal length.
std::string ring(const Names& inner, const Names& outer) {
  constexpr int around = 24, outwards = 4;
  std::string text = "NDIME= 2\nNELEM= " + std::to_string(around * outwards) + "\n";
  const auto add = [&](std::initializer_list<int> numbers) {
    for (const int number : numbers) text += std::to_string(number) + " ";
    text += "\n";
  };
  const auto at = [](int i, int j) { return j * around + i % around; };
  for (int j = 0; j < outwards; ++j)
    for (int i = 0; i < around; ++i) add({9, at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)});
  text += "NPOIN= " + std::to_string(around * (outwards + 1)) + "\n";
  for (int j = 0; j <= outwards; ++j)
    for (int i = 0; i < around; ++i) {
      const double radius = 0.5 * (1 + j * j), angle = -2 * std::numbers::pi * i / around;
      text +=
          std::to_string(radius * std::cos(angle)) + " " + std::to_string(radius * std::sin(angle)) + "\n";
    }
  text += "NMARK= " + std::to_string(inner.size() + outer.size()) + "\n";
  for (const auto& [names, j] : {std::pair(inner, 0), std::pair(outer, outwards)}) {
    const int length = around / static_cast<int>(names.size());
    for (int part = 0; part < std::ssize(names); ++part) {
      text += "MARKER_TAG= " + names[static_cast<std::size_t>(part)] +
              "\nMARKER_ELEMS= " + std::to_string(length) + "\n";
      for (int i = part * length; i < (part + 1) * length; ++i) add({3, at(i, j), at(i + 1, j)});
    }
  }
  return text;
}

// One hexahedron, 1 long, `span` along y and `height` along z; its sides are front, back, left, right, below,
// above.
std::string box(double span, double height, const Names& sides) {
  std::string text = "NDIME= 3\nNELEM= 1\n12 0 1 2 3 4 5 6 7\nNPOIN= 8\n";
  for (const double z : {0.0, height})
    for (const auto& [x, y] : {std::pair(0, 0), std::pair(1, 0), std::pair(1, 1), std::pair(0, 1)})
      text += std::to_string(x) + " " + std::to_string(y * span) + " " + std::to_string(z) + "\n";
  text += "NMARK= 6\n";
  const char* faces[] = {"0 3 7 4", "1 2 6 5", "0 1 5 4", "3 2 6 7", "0 1 2 3", "4 5 6 7"};
  for (std::size_t k = 0; k < 6; ++k)
    text += "MARKER_TAG= " + sides[k] + "\nMARKER_ELEMS= 1\n9 " + faces[k] + "\n";
  return text;
}

class AirfoilBoundaries : public Airfoil {
 protected:
  std::string write(const std::string& mesh, const std::string& name = "mesh.su2") {
    std::ofstream(meshes_ / name) << mesh;
    return "--mesh " + meshes_ / name + " --steps 1 ";
  }

  std::string path(const std::string& name = "mesh.su2") const { return meshes_ / name; }

  Folder meshes_{"airfoil_boundaries"};
};

TEST_F(AirfoilBoundaries, AreNamedInOneLineWithTheirKindAndWhy) {
  const std::string mesh = write(ring({"Body_low", "top"}, {"farfield"}));
  EXPECT_THAT(
      airfoil(1, mesh + "--walls top").out,
      HasSubstr("\nboundary    wall by name: Body_low; wall by --walls: top; far field by name: farfield\n"));
  const json r = report(2, mesh + "--walls top");
  EXPECT_EQ(r.at("mesh").at("boundaries").at(1),
            json({{"name", "top"}, {"kind", "wall"}, {"why", "by --walls"}, {"faces", 12}}));
  EXPECT_EQ(r.at("remarks"), json::array());
}

TEST_F(AirfoilBoundaries, WithoutAKindAreAllNamedInOneSentence) {
  expect_refusal(2, write(ring({"pressure", "suction", "wing"}, {"outer"})),
                 "the boundaries \"pressure\", \"suction\" and \"outer\" of " + path() +
                     " are not of one kind by their names: wall, far field or symmetry plane; give each to "
                     "--walls, --far-fields or --symmetry-planes, such as --walls pressure,suction");
  expect_refusal(
      1, write(ring({"blade"}, {"farfield"})),
      "the boundary \"blade\" of " + path() +
          " is not of one kind by its name: wall, far field or symmetry plane; give --walls blade, "
          "--far-fields blade or --symmetry-planes blade");
}

TEST_F(AirfoilBoundaries, WithWordsOfTwoKindsAreNoneOfThem) {
  const std::string mesh = write(ring({"wing"}, {"far_wall", "outer"}));
  expect_refusal(1, mesh,
                 "the boundaries \"far_wall\" (wall or far field) and \"outer\" of " + path() + " are not");
  EXPECT_EQ(airfoil(1, mesh + "--far-fields far_wall,outer").exit_code, 0);
}

TEST_F(AirfoilBoundaries, OfACurveInTwoGroupsHaveTheNamesOfBoth) {
  const std::string gmsh =
      "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$PhysicalNames\n2\n1 1 \"wing\"\n1 2 \"farfield\"\n"
      "$EndPhysicalNames\n$Entities\n0 1 1 0\n1 0 0 0 1 1 0 2 1 2 0\n1 0 0 0 1 1 0 0 1 1\n$EndEntities\n"
      "$Nodes\n1 3 1 3\n2 1 0 3\n1\n2\n3\n0 0 0\n1 0 0\n0 1 0\n$EndNodes\n"
      "$Elements\n2 4 1 4\n1 1 1 3\n1 1 2\n2 2 3\n3 3 1\n2 1 2 1\n4 1 2 3\n$EndElements\n";
  expect_refusal(1, write(gmsh, "curve.msh"),
                 "the boundary \"wing+farfield\" (wall or far field) of " + path("curve.msh") + " is not");
}

TEST_F(AirfoilBoundaries, ThatAnOptionNamesMustBeThere) {
  expect_refusal(1, write(ring({"wing"}, {"outer"})) + "--walls wing,tip --far-fields rim",
                 path() + " has no boundary \"tip\" or \"rim\"; it has wing, outer");
}

TEST_F(AirfoilBoundaries, WithCellsOnBothSidesAreNoWalls) {
  const auto with_a_marker_more = [&](const std::string& name, const std::string& faces) {
    std::string mesh = ring({"wing"}, {"far"});
    mesh.replace(mesh.find("NMARK= 2"), 8, "NMARK= 3");
    return write(mesh + "MARKER_TAG= " + name + "\nMARKER_ELEMS= " + faces);
  };
  const std::string inside = "2\n3 48 49\n3 49 50\n";
  EXPECT_THAT(airfoil(1, with_a_marker_more("acoustic", inside)).out,
              HasSubstr("\nremark      2 boundary faces between two cells are left out: acoustic\n"));
  const std::string refused = " of " + path() + " has cells on both sides of 2 faces, where gas would pass";
  expect_refusal(2, with_a_marker_more("flat_body", inside), "the wall \"flat_body\"" + refused);
  expect_refusal(1, with_a_marker_more("plate", inside) + "--walls plate", "the wall \"plate\"" + refused);
  expect_refusal(
      1, with_a_marker_more("plate", "0\n") + "--walls plate",
      "the boundary \"plate\" of " + path() + ", a wall by --walls, has no faces; name one that has");
}

TEST_F(AirfoilBoundaries, NeedAFarField) {
  expect_refusal(
      2, write(ring({"wing"}, {"wall"})),
      path() +
          " has no far field, through which gas comes and goes (wall by name: wing, wall); name it "
          "in --far-fields");
}

TEST_F(AirfoilBoundaries, ThatMirrorTheStreamOrTheLiftAreRefused) {
  const Names sides{"far", "far1", "symmetry", "symmetry1", "wing", "far2"};
  EXPECT_EQ(airfoil(1, write(box(3, 1, sides)) + "--alpha 3").exit_code, 0) << "planes along both";

  const std::string turned =
      write(box(1, 3, {"far", "far1", "wing", "far2", "symmetry", "far3"}), "turned.su2");
  expect_refusal(1, turned + "--alpha 3",
                 "the symmetry plane \"symmetry\" of " + path("turned.su2") +
                     " lies across the lift, which its mirror image would cancel; name it in --walls or "
                     "--far-fields, give --alpha 0, or turn the mesh: x points back, y along the span, z up");
  expect_refusal(1, write(box(1, 1, {"symmetry", "far1", "wing", "far2", "far4", "far3"})),
                 "the symmetry plane \"symmetry\" of " + path() + " lies across the stream");

  const json r = report(1, turned + "--alpha 0");
  EXPECT_EQ(r.at("remarks"),
            json({"the lift is of one side of \"symmetry\" alone: this symmetry plane lies across it"}));
}

TEST_F(AirfoilBoundaries, OfAWingWithItsSpanAlongZAreRemarkedUpon) {
  const Names sides{"far", "far1", "wing", "wing1", "far2", "far3"};
  EXPECT_THAT(
      airfoil(1, write(box(0.25, 3, sides))).out,
      HasSubstr("\nremark      the walls reach 3 along z and 0.25 along y, but a wing's span is along "
                "y: turn a mesh whose span is along z\n"));
  EXPECT_THAT(airfoil(1, write(box(3, 0.25, sides))).out, Not(HasSubstr("remark")));
}

TEST_F(AirfoilBoundaries, WithoutAWallAreRemarkedUpon) {
  EXPECT_THAT(airfoil(1, write(ring({"far"}, {"farther"}))).out,
              HasSubstr("\nremark      there is no wall, so lift and drag are 0\n"));
}

// Walls and far field have as many faces, whose fingerprints must not cancel.
TEST_F(AirfoilBoundaries, ThatAreSwappedMakeAnotherRun) {
  const std::string there = write(ring({"wall"}, {"far"}), "there.su2"),
                    here = write(ring({"far"}, {"wall"}), "here.su2"), file = path("run.h5");
  ASSERT_EQ(airfoil(2, there + "--quiet --checkpoint " + file).exit_code, 0);
  const Outcome outcome = airfoil(1, here + "--restart " + file);
  EXPECT_EQ(outcome.exit_code, wrong_input);
  EXPECT_THAT(outcome.err,
              testing::MatchesRegex("airfoil: .*run.h5 is of a run with wall of 24 faces \\(fingerprint "
                                    "[0-9a-f]{16}\\), far field of 24 faces \\(fingerprint [0-9a-f]{16}\\), "
                                    "not with wall of 24 faces \\(fingerprint [0-9a-f]{16}\\), far field of "
                                    "24 faces \\(fingerprint [0-9a-f]{16}\\); give its options, or begin a "
                                    "new run by --initial-flow .*run.h5\n"));
  EXPECT_EQ(airfoil(1, there + "--restart " + file).exit_code, 0);
}

TEST_F(AirfoilBoundaries, AnEmptyFileNameIsNoOption) {
  const std::string mesh = write(ring({"wall"}, {"far"}));
  expect_refusal(1, "--mesh \"$UNSET_MESH\" --steps 1", "--mesh: wants a value, not \"\"", wrong_usage);
  for (const std::string option : {"--output", "--checkpoint"})
    expect_refusal(1, mesh + option + " ''", option + ": wants a value, not \"\"", wrong_usage);
}

}  // namespace
