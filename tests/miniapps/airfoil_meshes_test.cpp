// The airfoil program on meshes from files: squares, cubes and tetrahedra made here, and meshes of others.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/miniapps/airfoil_program.hpp"

namespace {

using namespace partita::testing_support;
using nlohmann::json;
using testing::HasSubstr;

// A square of n x n cells with a far field as its whole boundary.
void write_empty_square(const std::string& path, int n) {
  std::ofstream out(path);
  const auto at = [n](int i, int j) { return j * (n + 1) + i; };
  out << "NDIME= 2\nNELEM= " << n * n << "\n";
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      out << "9 " << at(i, j) << " " << at(i + 1, j) << " " << at(i + 1, j + 1) << " " << at(i, j + 1)
          << "\n";
  out << "NPOIN= " << (n + 1) * (n + 1) << "\n";
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i) out << 0.3 * i << " " << 0.7 * j << "\n";
  out << "NMARK= 1\nMARKER_TAG= farfield\nMARKER_ELEMS= " << 4 * n << "\n";
  for (int k = 0; k < n; ++k)
    out << "3 " << at(k, 0) << " " << at(k + 1, 0) << "\n3 " << at(n, k) << " " << at(n, k + 1) << "\n3 "
        << at(k + 1, n) << " " << at(k, n) << "\n3 " << at(0, k + 1) << " " << at(0, k) << "\n";
}

TEST_F(Airfoil, FreeStreamOnAnEmptySquareIsConvergedAtOnce) {
  const std::string mesh = folder_ / "square.su2";
  write_empty_square(mesh, 6);
  const json r = report(2, "--mesh " + mesh);
  EXPECT_EQ(r.at("steps"), 1);
  EXPECT_EQ(r.at("converged"), true);
  EXPECT_EQ(r.at("residual_drop_orders"), 0);
  EXPECT_EQ(r.at("lift_coefficient"), 0);
  EXPECT_THAT(airfoil(2, "--mesh " + mesh).out,
              HasSubstr("down 0.00 orders in 1 step (what is left is rounding)"));
}

#ifdef PARTITA_WITH_PETSC
TEST_F(Airfoil, ImplicitStepsOnAnEmptySquareAreConvergedAtOnce) {
  const std::string mesh = folder_ / "square.su2";
  write_empty_square(mesh, 6);
  const json r = report(2, "--implicit --mesh " + mesh);
  EXPECT_EQ(r.at("steps"), 1);
  EXPECT_EQ(r.at("converged"), true);
}
#endif

// n x n x n hexahedra between symmetry planes at both ends of y, with nothing in them.
std::string empty_cube(int n) {
  std::ostringstream out;
  const auto at = [n](int i, int j, int k) { return (k * (n + 1) + j) * (n + 1) + i; };
  out << "NDIME= 3\nNELEM= " << n * n * n << "\n";
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        out << "12";
        for (const int above : {k, k + 1})
          for (const auto& [x, y] :
               {std::pair(i, j), std::pair(i + 1, j), std::pair(i + 1, j + 1), std::pair(i, j + 1)})
            out << " " << at(x, y, above);
        out << "\n";
      }
  out << "NPOIN= " << (n + 1) * (n + 1) * (n + 1) << "\n";
  for (int k = 0; k <= n; ++k)
    for (int j = 0; j <= n; ++j)
      for (int i = 0; i <= n; ++i) {
        const bool inner = 0 < i && i < n && 0 < j && j < n && 0 < k && k < n;
        const double shake = inner ? 0.1 * std::sin(7 * i + 11 * j + 13 * k) : 0;
        out << 0.3 * i + shake << " " << 0.7 * j - shake << " " << 0.5 * k + shake << "\n";
      }
  out << "NMARK= 3\nMARKER_TAG= not_here\nMARKER_ELEMS= 0\n";
  for (const bool symmetry : {true, false}) {
    out << "MARKER_TAG= " << (symmetry ? "symmetry" : "farfield")
        << "\nMARKER_ELEMS= " << (symmetry ? 2 : 4) * n * n << "\n";
    const auto face = [&](int a, int b, int c, int d) {
      out << "9 " << a << " " << b << " " << c << " " << d << "\n";
    };
    for (int a = 0; a < n; ++a)
      for (int b = 0; b < n; ++b)
        for (const int end : {0, n})
          if (symmetry) {
            face(at(a, end, b), at(a + 1, end, b), at(a + 1, end, b + 1), at(a, end, b + 1));
          } else {
            face(at(end, a, b), at(end, a + 1, b), at(end, a + 1, b + 1), at(end, a, b + 1));
            face(at(a, b, end), at(a + 1, b, end), at(a + 1, b + 1, end), at(a, b + 1, end));
          }
  }
  return out.str();
}

TEST_F(Airfoil, FreeStreamAmongHexahedraIsConvergedAtOnceAndItsOutputIsAMesh) {
  const Folder meshes("airfoil_cubes");
  const std::string mesh = meshes / "cube.su2", written = meshes / "cube.vtkhdf";
  std::ofstream(mesh) << empty_cube(4);
  const json r = report(2, "--mesh " + mesh + " --output " + written);
  EXPECT_EQ(r.at("mesh").at("cells"), 64);
  EXPECT_EQ(r.at("mesh").at("edges"), 3 * 4 * 25);
  EXPECT_EQ(r.at("steps"), 1);
  EXPECT_EQ(r.at("converged"), true);
  EXPECT_EQ(r.at("residual_drop_orders"), 0);
  EXPECT_EQ(bits(report(3, "--mesh " + written)), bits(r));
  EXPECT_THAT(airfoil(2, "--plan --mesh " + mesh).out, HasSubstr("gradient: changed by mirror, read by "))
      << "at the symmetry planes";
}

TEST_F(Airfoil, OfSeveralZonesOneIsSolved) {
  const Folder meshes("airfoil_zones");
  const std::string mesh = meshes / "zones.su2";
  std::ofstream(mesh) << "NZONE= 2\nIZONE= 1\n" << empty_cube(2) << "IZONE= 2\n" << empty_cube(3);
  expect_refusal(2, "--mesh " + mesh, mesh + ":1: the file has 2 zones; choose one with --zone");
  expect_refusal(2, "--mesh " + mesh + " --zone 3", mesh + ":1: there is no zone 3; the file has 2");
  expect_refusal(1, "--mesh " + mesh + " --zone 0", "--zone: wants a number from 1 to 1000000, not 0",
                 wrong_usage);
  expect_refusal(1, "--zone 1", "--zone requires --mesh", wrong_usage);
  EXPECT_EQ(report(2, "--mesh " + mesh + " --zone 1").at("mesh").at("cells"), 8);
  EXPECT_EQ(report(2, "--mesh " + mesh + " --zone 2").at("mesh").at("cells"), 27);
}

// A tetrahedron with the sides wall, far field, symmetry plane, and `fourth`.
void write_tetrahedron(const std::string& path, const std::string& fourth) {
  std::ofstream(path) << "NDIME= 3\nNELEM= 1\n10 0 1 2 3\nNPOIN= 4\n0 0 0\n1 0 0\n0 1 0\n0 0 1\nNMARK= 4\n"
                      << "MARKER_TAG= wing\nMARKER_ELEMS= 1\n5 0 1 2\n"
                      << "MARKER_TAG= farfield\nMARKER_ELEMS= 1\n5 1 2 3\n"
                      << "MARKER_TAG= symmetry\nMARKER_ELEMS= 1\n5 0 1 3\n"
                      << "MARKER_TAG= " << fourth << "\nMARKER_ELEMS= 1\n5 0 2 3\n";
}

TEST_F(Airfoil, MeshesOfTetrahedraAreWings) {
  const std::string mesh = folder_ / "corner.su2";
  write_tetrahedron(mesh, "farther");
  const json r = report(3, "--steps 1 --mesh " + mesh);
  EXPECT_EQ(r.at("mesh").at("dimension"), 3);
  EXPECT_EQ(r.at("mesh").at("edges"), 6);
  EXPECT_EQ(r.at("far_field"), "characteristic");
  EXPECT_NEAR(r.at("area"), 0.25, 1e-15) << "half of the wall's, which is seen from above or from below";
  EXPECT_THAT(airfoil(1, "--steps 1 --mesh " + mesh).out, HasSubstr(", wing of area 0.25\n"));
}

TEST_F(Airfoil, WrongOptionsOfAWingAreAnsweredInOneSentence) {
  const Folder meshes("airfoil_wings");
  const std::string mesh = meshes / "corner.su2";
  write_tetrahedron(mesh, "inlet");
  expect_refusal(2, "--mesh " + mesh + " --far-field vortex",
                 mesh + " is three-dimensional, where there is no --far-field vortex; take characteristic");
  expect_refusal(
      2, "--mesh " + mesh,
      "the boundary \"inlet\" of " + mesh +
          " is not of one kind by its name: wall, far field or symmetry plane; give --walls inlet, "
          "--far-fields inlet or --symmetry-planes inlet");
  expect_refusal(2, "--mesh " + mesh + " --symmetry-planes side",
                 mesh + " has no boundary \"side\"; it has wing");
}

// Real meshes of other projects.
class RealMeshes : public Airfoil {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(shared_))
      GTEST_SKIP() << "the meshes that others wrote are not at " << shared_;
  }

  const std::filesystem::path shared_ = PARTITA_SHARED_MESHES;
};

TEST_F(RealMeshes, AreSolvedOnOrRefusedWithASentence) {
  std::vector<std::string> solved;
  for (const auto& entry : std::filesystem::directory_iterator(shared_)) {
    const std::string file = entry.path(), name = entry.path().filename();
    SCOPED_TRACE(name);
    const std::string written = folder_ / "report.json";
    const Outcome outcome = airfoil(3, "--mesh " + file + " --steps 20 --quiet --report " + written);
    if (outcome.exit_code == 0) {
      const json r = json::parse(read_file(written));
      std::filesystem::remove(written);
      EXPECT_EQ(r.at("steps"), 20);
      EXPECT_GT(r.at("lift_coefficient"), 0.0);
      solved.push_back(name);
    } else {
      expect_one_sentence(outcome, file, wrong_input);
    }
  }
  EXPECT_THAT(solved, testing::IsSupersetOf(
                          {"mesh_NACA0012_inv.su2", "naca12_tri50k_v41_ascii.msh", "m6_gmsh_2800.msh"}))
      << "these have cells";
}

TEST_F(RealMeshes, SameBitsOnAnyRanksAboutAWing) {
  const std::string wing =
      "--steps 10 --mach 0.84 --alpha 3.06 --mesh " + (shared_ / "m6_gmsh_2800.msh").string();
  const std::string expected = bits(report(1, wing));
  for (const std::string options : {"--schedule balanced", "--schedule rs_n --partition recursive"})
    for (const int ranks : {2, 5, 8}) EXPECT_EQ(bits(report(ranks, wing + " " + options)), expected);
}

}  // namespace
