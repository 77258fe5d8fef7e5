#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "tests/mesh/reader_test.hpp"

namespace partita::mesh {
namespace {

using testing::ElementsAre;
using testing::Pair;
namespace fs = std::filesystem;

std::string error(const fs::path& path) {
  return error_of([](std::string_view p, const std::string&) { return read(p); }, path.string(), "");
}

TEST(Read, RefusesFilesThatItCannotRead) {
  EXPECT_EQ(error("no/such.su2"), "no/such.su2: cannot be opened: No such file or directory");
  const fs::path folder = fs::temp_directory_path() / text("partita_read_", getpid(), ".su2");
  fs::create_directory(folder);
  EXPECT_EQ(error(folder), folder.string() + ": this is a folder; name a mesh file");
  fs::remove(folder);
}

TEST(Read, OfOneProcessIsNoErrorOfAllRanks) {
  for (const char* name : {"no/such.su2", "no/such.vtkhdf", "grid.vtu"}) {
    try {
      (void)read(name);
      ADD_FAILURE() << name << " was read";
    } catch (const CollectiveError&) {
      ADD_FAILURE() << name << " ends other ranks, which do not read";
    } catch (const Error&) {
    }
  }
}

TEST(Read, ListsTheExtensionsItKnows) {
  EXPECT_THAT(
      error("grid.vtu"),
      testing::StartsWith("grid.vtu: no mesh format has the extension '.vtu'; known are .su2 (SU2), "));
}

TEST(Read, TakesZonesOfSu2Files) {
  EXPECT_EQ(error_of([](std::string_view p, const std::string&) { return read(p, 2); }, "grid.msh", ""),
            "grid.msh: only SU2 files have zones; omit the zone");
}

// Meshes of other projects, optional, in a folder beside the source tree.
class ReadRealMesh : public testing::Test {
 protected:
  static Mesh read(const char* name) { return mesh::read(fs::path(PARTITA_SHARED_MESHES) / name); }

  void SetUp() override {
    if (!fs::is_directory(PARTITA_SHARED_MESHES))
      GTEST_SKIP() << "there is no folder " << PARTITA_SHARED_MESHES
                   << " with real meshes; name one with -DPARTITA_SHARED_MESHES=";
  }
};

TEST_F(ReadRealMesh, Su2) {
  const Mesh mesh = read("mesh_NACA0012_inv.su2");
  EXPECT_EQ(mesh.vertices, 5233);
  EXPECT_EQ(mesh.cells.size(), 10216u);
  EXPECT_EQ(mesh.edges.size(), 15449u);
  EXPECT_THAT(faces_by_marker(mesh), ElementsAre(Pair("airfoil", 200), Pair("farfield", 50)));
}

TEST_F(ReadRealMesh, Gmsh41) {
  const Mesh mesh = read("naca12_tri50k_v41_ascii.msh");
  EXPECT_EQ(mesh.vertices, 26526);
  EXPECT_EQ(mesh.cells.size(), 52830u);
  EXPECT_THAT(faces_by_marker(mesh), ElementsAre(Pair("airfoil", 182), Pair("farfield", 40)));
}

TEST_F(ReadRealMesh, Gmsh22InThreeDimensions) {
  const std::pair<const char*, global_index> files[] = {
      {"m6_gmsh_2800.msh", 2810}, {"m6_gmsh_9428.msh", 9443}, {"m6_gmsh_53961.msh", 53806}};
  for (const auto& [name, vertices] : files) {
    const Mesh mesh = read(name);
    EXPECT_EQ(mesh.dimension, 3);
    EXPECT_EQ(mesh.vertices, vertices);
    EXPECT_THAT(mesh.markers, ElementsAre("farfield", "symmetry", "wing"));
    // Euler's relation of a ball: vertices - edges + faces - cells = 1. A cell has four faces; two cells
    // share each inner face.
    const auto cells = std::ssize(mesh.cells), outer = std::ssize(mesh.boundary);
    EXPECT_EQ(mesh.vertices - std::ssize(mesh.edges) + (4 * cells + outer) / 2 - cells, 1);
  }
}

TEST_F(ReadRealMesh, MetisGraph) {
  const Mesh mesh = read("4elt.graph");
  EXPECT_EQ(mesh.vertices, 15606);
  EXPECT_EQ(mesh.edges.size(), 45878u);
}

}  // namespace
}  // namespace partita::mesh
