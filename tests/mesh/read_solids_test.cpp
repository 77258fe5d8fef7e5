// Meshes of hexahedra, prisms, pyramids and tetrahedra in every format.
#include <bit>
#include <filesystem>
#include <optional>
#include <vector>

#include <unistd.h>

#include <partita/mesh/element_types.hpp>
#include <partita/mesh/vtkhdf.hpp>
#include <partita/support/text_scanner.hpp>

#include "tests/mesh/gmsh_writer.hpp"
#include "tests/mesh/reader_test.hpp"
#include "tests/mesh/sample_meshes.hpp"
#include "tests/mesh/sample_solids.hpp"

namespace partita::mesh {
namespace {

namespace fs = std::filesystem;

const ElementType& type_of(const BoundaryFace& face) {
  return element_types[face.corners().size() == 4 ? 1 : 0];
}

std::string su2_of(const Mesh& mesh) {
  GmshWriter out(std::nullopt);
  out.words("NDIME= 3\nNELEM= ").sizes({mesh.cells.size()}).words("\n");
  std::size_t cell = 0;
  for_each_cell(mesh, [&](std::span<const global_index> vertices) {
    out.ints({type_of(mesh.cells[cell++]).vtk}).put(vertices).words("\n");
  });
  out.words("NPOIN= ").sizes({mesh.points.size()}).words("\n");
  for (const Point& point : mesh.points) out.put<double>(point).words("\n");
  out.words("NMARK= ").sizes({mesh.markers.size()}).words("\n");
  for (int marker = 0; marker < std::ssize(mesh.markers); ++marker) {
    const auto faces = std::ranges::count(mesh.boundary, marker, &BoundaryFace::marker);
    out.words("MARKER_TAG= " + mesh.markers[static_cast<std::size_t>(marker)] + "\nMARKER_ELEMS= ");
    out.sizes({static_cast<std::uint64_t>(faces)}).words("\n");
    for (const BoundaryFace& face : mesh.boundary)
      if (face.marker == marker) out.ints({type_of(face).vtk}).put(face.corners()).words("\n");
  }
  return out.text();
}

// The elements of a mesh: boundary faces, each in the entity and the group of its marker, and cells.
template <class Visit>
void for_each_element(const Mesh& mesh, Visit visit) {
  for (const BoundaryFace& face : mesh.boundary) visit(type_of(face), face.marker + 1, face.corners());
  std::size_t cell = 0;
  for_each_cell(
      mesh, [&](std::span<const global_index> vertices) { visit(type_of(mesh.cells[cell++]), 1, vertices); });
}

void write_names(const Mesh& mesh, GmshWriter& out) {
  out.words(text("$PhysicalNames\n", mesh.markers.size(), "\n"));
  for (std::size_t marker = 0; marker < mesh.markers.size(); ++marker)
    out.words(text("2 ", marker + 1, " \"", mesh.markers[marker], "\"\n"));
  out.words("$EndPhysicalNames\n");
}

template <class Tag>
std::vector<Tag> tags_of(std::span<const global_index> vertices) {
  std::vector<Tag> tags;
  for (const global_index v : vertices) tags.push_back(static_cast<Tag>(v + 1));
  return tags;
}

std::string gmsh_22_of(const Mesh& mesh, std::optional<std::endian> order) {
  GmshWriter out(order);
  write_names(mesh, out.format("2.2"));
  out.words(text("$Nodes\n", mesh.points.size(), "\n"));
  for (int tag = 1; const Point& point : mesh.points) out.ints({tag++}).put<double>(point).line();
  out.words("$EndNodes\n").words(text("$Elements\n", mesh.boundary.size() + mesh.cells.size(), "\n"));
  int number = 1;
  for_each_element(mesh, [&](const ElementType& type, int group, std::span<const global_index> vertices) {
    if (out.is_text())
      out.ints({number, type.gmsh, 2});
    else
      out.ints({type.gmsh, 1, 2, number});
    out.ints({group, group}).put<int>(tags_of<int>(vertices)).line();
    ++number;
  });
  return out.words("$EndElements\n").text();
}

std::string gmsh_41_of(const Mesh& mesh, std::optional<std::endian> order) {
  GmshWriter out(order);
  write_names(mesh, out.format("4.1"));
  out.words("$Entities\n").sizes({0, 0, mesh.markers.size(), 1}).line();
  for (int surface = 1; surface <= std::ssize(mesh.markers); ++surface)
    out.ints({surface}).doubles({0, 0, 0, 1, 1, 1}).sizes({1}).ints({surface}).sizes({0}).line();
  out.ints({1}).doubles({0, 0, 0, 1, 1, 1}).sizes({0, 0}).line().words("$EndEntities\n");

  const std::uint64_t points = mesh.points.size(), elements = mesh.boundary.size() + mesh.cells.size();
  out.words("$Nodes\n").sizes({1, points, 1, points}).line().ints({3, 1, 0}).sizes({points}).line();
  for (std::uint64_t tag = 1; tag <= points; ++tag) out.sizes({tag}).line();
  for (const Point& point : mesh.points) out.put<double>(point).line();
  out.words("$EndNodes\n$Elements\n").sizes({elements, elements, 1, elements}).line();
  std::uint64_t number = 1;
  for_each_element(mesh, [&](const ElementType& type, int group, std::span<const global_index> vertices) {
    out.ints({type.dimension, group, type.gmsh}).sizes({1}).line();
    out.sizes({number++}).put<std::uint64_t>(tags_of<std::uint64_t>(vertices)).line();
  });
  return out.words("$EndElements\n").text();
}

Mesh through_vtkhdf(const Mesh& mesh) {
  const fs::path path = fs::temp_directory_path() / text("partita_solids_", getpid(), ".vtkhdf");
  write_vtkhdf(Communicator(MPI_COMM_SELF), path, mesh, {});
  const Mesh copy = read(path);
  fs::remove(path);
  return copy;
}

// Formats order the faces by markers, or not; each face keeps its corners.
void expect_same(const Mesh& copy, const Mesh& mesh) {
  EXPECT_EQ(copy.dimension, mesh.dimension);
  EXPECT_EQ(copy.points, mesh.points);
  EXPECT_EQ(copy.cells, mesh.cells);
  EXPECT_EQ(copy.cell_vertices, mesh.cell_vertices);
  EXPECT_EQ(copy.edges, mesh.edges);
  const auto faces = [](const Mesh& of) {
    std::vector<std::pair<std::string, std::array<global_index, 4>>> all;
    for (const BoundaryFace& face : of.boundary)
      all.emplace_back(of.markers[static_cast<std::size_t>(face.marker)], face.vertices);
    std::ranges::sort(all);
    return all;
  };
  EXPECT_EQ(faces(copy), faces(mesh));
}

class ReadSolids : public testing::TestWithParam<Cut> {
 protected:
  const Mesh mesh_ = cube_of(GetParam(), 3, 4, /*rough=*/true);
};

INSTANTIATE_TEST_SUITE_P(, ReadSolids, testing::ValuesIn(all_cuts),
                         [](const auto& cut) { return std::string(name_of(cut.param)); });

TEST_P(ReadSolids, FromSu2) { expect_same(read_su2(su2_of(mesh_), "cube.su2"), mesh_); }

TEST_P(ReadSolids, FromGmsh) {
  for (const std::optional<std::endian> order :
       {std::optional<std::endian>(), std::optional(std::endian::little), std::optional(std::endian::big)}) {
    expect_same(read_gmsh(gmsh_22_of(mesh_, order), "cube.msh"), mesh_);
    expect_same(read_gmsh(gmsh_41_of(mesh_, order), "cube.msh"), mesh_);
  }
}

TEST_P(ReadSolids, FromVtkhdf) { expect_same(through_vtkhdf(mesh_), mesh_); }

TEST(ReadVtkhdf, GivesPlaneMeshes) {
  const Mesh mesh = mixed_mesh(4, 3, 1);
  expect_same(through_vtkhdf(mesh), mesh);
}

}  // namespace
}  // namespace partita::mesh
