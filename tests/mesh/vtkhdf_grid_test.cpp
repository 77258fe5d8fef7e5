// A grid with more than 2^31 points, vertices of cells and boundary faces, in a sparse file. The ranks'
// shares are small. Their places are mocked: the shares before them are missing, and leave holes. The last
// rows are then read as a rank reads its slice.
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/inspector/block_distribution.hpp>
#include <partita/mesh/vtkhdf_grid.hpp>
#include <partita/mesh/vtkhdf_pieces.hpp>

#include "hdf5/attribute.hpp"
#include "hdf5/write_together.hpp"
#include "tests/io/folder.hpp"
#include "tests/mesh/sample_solids.hpp"
#include "tests/mesh/shares_of_meshes.hpp"
#include "tests/sentence.hpp"

namespace partita::mesh {
namespace {

constexpr global_index beyond = global_index{1} << 31;
constexpr global_index points_before = beyond + 3, cells_before = beyond / 4 + 1,
                       ids_before = 2 * beyond + 77, faces_before = beyond + 5;

class GridBeyond31Bits : public testing::Test {
 protected:
  void write() const {
    Mesh share = share_of(comm_, mesh_);
    GridPlaces places = places_of(comm_, share);
    for (const auto& [place, before] :
         {std::pair(&places.points, points_before), std::pair(&places.cells, cells_before),
          std::pair(&places.ids, ids_before), std::pair(&places.faces, faces_before)}) {
      place->first += before;
      place->all += before;
    }
    for (global_index& vertex : share.cell_vertices) vertex += points_before;
    for (BoundaryFace& face : share.boundary)
      for (global_index& vertex : face.vertices) vertex += vertex < 0 ? 0 : points_before;
    hdf5::Tables tables;
    add_grid(tables, share, places);
    const auto describe = [](hid_t file) {
      const hdf5::Handle root = hdf5::make_group(file, "VTKHDF");
      hdf5::write_attribute(root, "Type", std::string("UnstructuredGrid"));
    };
    hdf5::write_together(comm_, path_, tables, std::nullopt, describe);
  }

  hdf5::Group open() const {
    return {{H5Fopen(path_.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose},
            std::filesystem::file_size(path_)};
  }

  // This rank's slice of rows behind those that are missing.
  hdf5::Rows slice(global_index before, std::size_t rows) const {
    const detail::BlockDistribution blocks{static_cast<global_index>(rows), comm_.size()};
    return {before + blocks.first(comm_.rank()), before + blocks.first(comm_.rank() + 1)};
  }

  const Communicator comm_{MPI_COMM_WORLD};
  const testing_support::Folder folder_{comm_};
  const std::filesystem::path path_ = folder_ / "large.vtkhdf";
  const Mesh mesh_ = CutCube(Cut::pyramids, 2, 1).mesh();
};

TEST_F(GridBeyond31Bits, IsWrittenAndReadInAFileWithHoles) {
  write();
  const hdf5::Group file = open(), grid = file.group("VTKHDF");
  const Pieces pieces = read_pieces(grid);
  ASSERT_EQ(pieces.points.back(), points_before + std::ssize(mesh_.points));
  ASSERT_EQ(pieces.cells.back(), cells_before + std::ssize(mesh_.cells));
  ASSERT_EQ(pieces.ids.back(), ids_before + std::ssize(mesh_.cell_vertices));

  const hdf5::Rows points = slice(points_before, mesh_.points.size());
  const auto first_point = mesh_.points.begin() + (points.begin - points_before);
  EXPECT_EQ(read_points(grid, points), std::vector(first_point, first_point + points.size()));

  const hdf5::Rows cells = slice(cells_before, mesh_.cells.size());
  const Elements elements = read_elements(grid, pieces, cells);
  constexpr global_index corners = 5;
  std::vector<global_index> vertices;
  for (const global_index vertex : elements.vertices) vertices.push_back(vertex - points_before);
  const auto first_vertex = mesh_.cell_vertices.begin() + corners * (cells.begin - cells_before);
  EXPECT_EQ(vertices, std::vector(first_vertex, first_vertex + corners * cells.size()));
  EXPECT_EQ(elements.types, std::vector(static_cast<std::size_t>(cells.size()), &type_of(CellType::pyramid)));

  const hdf5::Rows faces = slice(faces_before, mesh_.boundary.size());
  const auto columns = static_cast<std::size_t>(mesh_.boundary.front().corners().size());
  std::vector<global_index> expected;
  for (global_index face = faces.begin - faces_before; face < faces.end - faces_before; ++face)
    for (const global_index vertex : mesh_.boundary[static_cast<std::size_t>(face)].corners())
      expected.push_back(points_before + vertex);
  EXPECT_EQ(file.table("partita/boundary_vertices").read<global_index>(faces, columns), expected);
}

// A hole reads as zeros.
TEST_F(GridBeyond31Bits, IsRefusedWhereItsVerticesAreMissing) {
  write();
  const hdf5::Group file = open(), grid = file.group("VTKHDF");
  const Pieces pieces = read_pieces(grid);
  EXPECT_EQ(testing_support::sentence_of([&] {
              read_elements(grid, pieces, {cells_before - 2, cells_before});
            }),
            text("cell ", cells_before - 2, " has VTK's type 0, which is not read"));
}

}  // namespace
}  // namespace partita::mesh
