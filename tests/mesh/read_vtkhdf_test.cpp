// VTKHDF files read by all ranks: the shares one after the other are the mesh of the file.
#include <array>
#include <filesystem>
#include <fstream>
#include <functional>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <hdf5.h>

#include <partita/mesh/complete.hpp>
#include <partita/mesh/naca.hpp>
#include <partita/mesh/read.hpp>
#include <partita/mesh/vtkhdf.hpp>
#include <partita/support/error.hpp>

#include "tests/io/folder.hpp"
#include "tests/io/refused.hpp"
#include "tests/mesh/reader_test.hpp"
#include "tests/mesh/sample_meshes.hpp"
#include "tests/mesh/sample_solids.hpp"
#include "tests/mesh/shares_of_meshes.hpp"

namespace partita::mesh {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

class ReadVtkhdf : public testing::Test {
 protected:
  void write(const Mesh& mesh) const { write_vtkhdf(comm_, path_, share_of(comm_, mesh, 1), {}); }

  // Rank 0 changes the file.
  void change(const std::function<void(hid_t)>& action) const {
    MPI_Barrier(comm_.handle());
    if (comm_.rank() == 0) {
      const hid_t file = H5Fopen(path_.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
      action(file);
      H5Fclose(file);
    }
    MPI_Barrier(comm_.handle());
  }

  // Without the file's name.
  std::string refused() const {
    const std::string begin = path_.string() + ": cannot be read: ";
    const std::string sentence = testing_support::refused(comm_, [&] { (void)read_share(comm_, path_); });
    return sentence.starts_with(begin) ? sentence.substr(begin.size())
                                       : "not as it should begin: " + sentence;
  }

  // The sentence about a small file with something changed.
  std::string refused_after(const std::function<void(hid_t)>& action) const {
    MPI_Barrier(comm_.handle());
    write(mixed_mesh(2, 2, 1));
    change(action);
    return refused();
  }

  const Communicator comm_{MPI_COMM_WORLD};
  testing_support::Folder folder_{comm_};
  fs::path path_ = folder_ / "mesh.vtkhdf";
};

void remove(hid_t file, const char* name) { EXPECT_GE(H5Ldelete(file, name, H5P_DEFAULT), 0) << name; }

// Replaces a plain array.
void put(hid_t file, const char* name, const std::vector<std::int64_t>& values) {
  remove(file, name);
  const hsize_t size = values.size();
  const hid_t space = H5Screate_simple(1, &size, nullptr);
  const hid_t set = H5Dcreate2(file, name, H5T_NATIVE_INT64, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  EXPECT_GE(H5Dwrite(set, H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), 0);
  H5Dclose(set);
  H5Sclose(space);
}

TEST_F(ReadVtkhdf, GivesEachRankABlock) {
  for (const Mesh& mesh :
       {mixed_mesh(7, 5, 1), cube_of(Cut::mixture, 2, 1), naca({"0012", 16, 4}), mixed_mesh(1, 1, 1)}) {
    write(mesh);
    const Draft draft = read_share(comm_, path_);
    EXPECT_EQ(draft.origin.path, path_.string());
    const auto share = std::ssize(draft.mesh.points);
    EXPECT_LE(std::abs(share - std::ssize(mesh.points) / comm_.size()), 1);
    Mesh whole = whole_of(comm_, draft.mesh);
    EXPECT_EQ(whole.dimension, mesh.dimension);
    EXPECT_EQ(whole.markers, mesh.markers);
    EXPECT_EQ(whole.points, mesh.points);
    EXPECT_EQ(whole.cells, mesh.cells);
    EXPECT_EQ(whole.boundary, mesh.boundary);
    complete(whole);  // which orients prisms
    EXPECT_EQ(whole.cell_vertices, mesh.cell_vertices);
    EXPECT_EQ(whole.edges, mesh.edges);
    MPI_Barrier(comm_.handle());
  }
}

TEST_F(ReadVtkhdf, TruncatedIsRefusedOnAllRanks) {
  write(mixed_mesh(5, 5, 1));
  const std::vector<char> whole = testing_support::bytes_of(path_);
  for (std::size_t length = 0; length < whole.size(); length += 997) {
    MPI_Barrier(comm_.handle());
    if (comm_.rank() == 0)
      testing_support::write_bytes(path_,
                                   {whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)});
    MPI_Barrier(comm_.handle());
    ASSERT_EQ(refused(),
              length == 0 ? "this is not an HDF5 file" : "HDF5 cannot open it; it may be truncated")
        << length << " bytes are left";
  }
}

TEST_F(ReadVtkhdf, RefusesWhatIsNoGrid) {
  const auto without = [&](const char* name) {
    return refused_after([&](hid_t file) { remove(file, name); });
  };
  EXPECT_EQ(without("VTKHDF"), "there is no group VTKHDF; give a VTKHDF file");
  EXPECT_EQ(without("VTKHDF/Offsets"), "there is no Offsets");
  EXPECT_EQ(without("VTKHDF/NumberOfCells"), "there is no NumberOfCells");
  EXPECT_EQ(
      without("partita"),
      "it has no boundary; add its faces as cells, with an integer array CellData/marker, or give a file "
      "that write_vtkhdf wrote");
  EXPECT_EQ(without("partita/boundary_marker"), "there is no boundary_marker");
  EXPECT_EQ(refused_after([](hid_t file) { H5Adelete_by_name(file, "VTKHDF", "Type", H5P_DEFAULT); }),
            "it has no Type");
}

TEST_F(ReadVtkhdf, RefusesCountsThatDoNotFit) {
  const Mesh mesh = mixed_mesh(2, 2, 1);
  const auto cells = std::ssize(mesh.cells), ids = std::ssize(mesh.cell_vertices);
  const auto with = [&](const char* name, const std::vector<std::int64_t>& values) {
    return refused_after([&](hid_t file) { put(file, name, values); });
  };
  EXPECT_EQ(with("VTKHDF/NumberOfPoints", {10}), "its NumberOfPoints does not fit Points, which has 9 rows");
  EXPECT_EQ(with("VTKHDF/NumberOfPoints", {-1}), "its NumberOfPoints does not fit Points, which has 9 rows");
  EXPECT_EQ(with("VTKHDF/NumberOfPoints", {}), "the grid has no pieces");
  EXPECT_EQ(with("VTKHDF/NumberOfPoints", {9, 0}), "NumberOfCells has 1 rows; 2 are needed");
  EXPECT_EQ(with("VTKHDF/NumberOfCells", {std::int64_t{1} << 62}),
            text("its NumberOfCells does not fit Types, which has ", cells, " rows"));
  EXPECT_EQ(with("VTKHDF/NumberOfConnectivityIds", {ids + 1}),
            text("its NumberOfConnectivityIds does not fit Connectivity, which has ", ids, " rows"));
  EXPECT_EQ(with("VTKHDF/Offsets", std::vector<std::int64_t>(static_cast<std::size_t>(cells))),
            text("Offsets has ", cells, " rows; ", cells, " cells need ", cells + 1));
}

TEST_F(ReadVtkhdf, RefusesCellsThatAreNone) {
  const Mesh mesh = mixed_mesh(2, 2, 1);
  const auto fill = [&](const char* name, std::size_t count, std::int64_t value) {
    return refused_after([&](hid_t file) { put(file, name, std::vector<std::int64_t>(count, value)); });
  };
  EXPECT_EQ(fill("VTKHDF/Types", mesh.cells.size(), 42), "cell 0 has VTK's type 42, which is not read");
  EXPECT_EQ(fill("VTKHDF/Types", mesh.cells.size(), 1),
            text("cell 0, a vertex, needs 1 vertices by Offsets"));
  EXPECT_THAT(fill("VTKHDF/Offsets", mesh.cells.size() + 1, 0),
              testing::MatchesRegex("cell 0, a [a-z]+, needs [34] vertices by Offsets"));
  EXPECT_EQ(fill("VTKHDF/Offsets", mesh.cells.size() + 1, std::int64_t{1} << 62),
            "the Offsets of cell 0 are not within the piece's Connectivity");
  EXPECT_EQ(fill("VTKHDF/Connectivity", mesh.cell_vertices.size(), 9),
            "cell 0 names point 9, but the piece's points are 0 to 8");
}

TEST_F(ReadVtkhdf, RefusesTablesWithOtherColumns) {
  const auto instead = [&](const char* name, const char* of) {
    return refused_after([&](hid_t file) {
      remove(file, name);
      H5Lcreate_hard(file, of, file, name, H5P_DEFAULT, H5P_DEFAULT);
    });
  };
  EXPECT_EQ(instead("VTKHDF/Points", "VTKHDF/Connectivity"), "Points must have 3 columns, not 1");
  EXPECT_EQ(instead("VTKHDF/Types", "VTKHDF/Points"), "Types must have 1 columns, not 3");
  EXPECT_EQ(instead("partita/boundary_vertices", "VTKHDF/Points"),
            "boundary_vertices must have 2 columns, not 3");
  EXPECT_EQ(instead("partita/boundary_marker", "VTKHDF/NumberOfCells"),
            "8 faces need as many entries of boundary_marker, not 1");
}

// A dataset in chunks that were never written: no bytes, and any shape.
TEST_F(ReadVtkhdf, AnInventedShapeAsksForNoMemory) {
  const auto invented = [&](const char* name, hsize_t rows) {
    return refused_after([&](hid_t file) {
      remove(file, name);
      const hsize_t chunk = 1024;
      const hid_t creation = H5Pcreate(H5P_DATASET_CREATE), space = H5Screate_simple(1, &rows, nullptr);
      H5Pset_chunk(creation, 1, &chunk);
      H5Pset_deflate(creation, 9);
      H5Dclose(H5Dcreate2(file, name, H5T_NATIVE_INT64, space, H5P_DEFAULT, creation, H5P_DEFAULT));
      H5Sclose(space);
      H5Pclose(creation);
    });
  };
  for (const char* name : {"NumberOfPoints", "Types", "Connectivity", "NumberOfCells"})
    EXPECT_EQ(invented((std::string("VTKHDF/") + name).c_str(), hsize_t{1} << 50),
              text("its ", name, " claims to be longer than the file"));
}

// A piece before that has no cells and 2^31 ids without values: a hole in the file. The Offsets of the
// other piece begin beyond 2^31, too.
TEST_F(ReadVtkhdf, CountsIdsBeyond31Bits) {
  const Mesh mesh = mixed_mesh(2, 2, 1);
  constexpr std::int64_t far = (std::int64_t{1} << 31) + 12;
  const auto ids = std::ssize(mesh.cell_vertices);
  for (const bool in_piece_before : {false, true}) {
    MPI_Barrier(comm_.handle());
    write(mesh);
    change([&](hid_t file) {
      remove(file, "VTKHDF/Connectivity");
      const hsize_t all = static_cast<hsize_t>(far + ids), first = far, count = mesh.cell_vertices.size();
      const hid_t creation = H5Pcreate(H5P_DATASET_CREATE), space = H5Screate_simple(1, &all, nullptr);
      H5Pset_fill_time(creation, H5D_FILL_TIME_NEVER);
      const hid_t set = H5Dcreate2(file, "VTKHDF/Connectivity", H5T_NATIVE_UINT8, space, H5P_DEFAULT,
                                   creation, H5P_DEFAULT);
      const hid_t memory = H5Screate_simple(1, &count, nullptr);
      H5Sselect_hyperslab(space, H5S_SELECT_SET, &first, nullptr, &count, nullptr);
      EXPECT_GE(H5Dwrite(set, H5T_NATIVE_INT64, memory, space, H5P_DEFAULT, mesh.cell_vertices.data()), 0);
      for (const hid_t id : {memory, space}) H5Sclose(id);
      H5Dclose(set);
      H5Pclose(creation);

      std::vector<std::int64_t> offsets{0};
      for (const CellType cell : mesh.cells) offsets.push_back(offsets.back() + vertices_of(cell));
      if (in_piece_before) {
        offsets.insert(offsets.begin(), 0);
        put(file, "VTKHDF/NumberOfPoints", {0, std::ssize(mesh.points)});
        put(file, "VTKHDF/NumberOfCells", {0, std::ssize(mesh.cells)});
        put(file, "VTKHDF/NumberOfConnectivityIds", {far, ids});
      } else {
        for (std::int64_t& offset : offsets) offset += far;
        put(file, "VTKHDF/NumberOfConnectivityIds", {far + ids});
      }
      put(file, "VTKHDF/Offsets", offsets);
    });
    EXPECT_EQ(whole_of(comm_, read_share(comm_, path_).mesh).cell_vertices, mesh.cell_vertices);
  }
}

TEST_F(ReadVtkhdf, RefusesOtherFiles) {
  EXPECT_EQ(error_of(read_text<vtkhdf_draft>, "", "flow.vtkhdf"),
            "flow.vtkhdf: cannot be read: this is not an HDF5 file");
  EXPECT_EQ(
      error_of(read_text<vtkhdf_draft>, "<VTKFile/>", "flow.vtkhdf"),
      "flow.vtkhdf: cannot be read: the file is HTML or XML, as of a web page; download the file itself");
  EXPECT_EQ(error_of(read_text<vtkhdf_draft>, "\x89HDF\r\n\x1a\n cut", "flow.vtkhdf"),
            "flow.vtkhdf: cannot be read: HDF5 cannot open it; it may be truncated");
  EXPECT_EQ(testing_support::refused(comm_, [&] { (void)read_share(comm_, folder_ / "missing.vtkhdf"); }),
            (folder_ / "missing.vtkhdf").string() + ": cannot be opened: No such file or directory");
}

}  // namespace
}  // namespace partita::mesh
