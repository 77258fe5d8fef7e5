// Mesh files read by all ranks: the shares one after the other are what one rank reads.
#include <filesystem>
#include <fstream>
#include <tuple>

#include <unistd.h>

#include <partita/inspector/remap.hpp>
#include <partita/mesh/read.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/reduce.hpp>

#include "tests/io/refused.hpp"
#include "tests/mesh/reader_test.hpp"
#include "tests/mesh/sample_files.hpp"

namespace partita::mesh {
namespace {

namespace fs = std::filesystem;
using testing_support::refused;

const Communicator& world() {
  static const Communicator comm(MPI_COMM_WORLD);
  return comm;
}

// A file that rank 0 writes, and removes at the end.
class File {
 public:
  File(const std::string& name, const std::string& content) {
    int process = getpid();
    MPI_Bcast(&process, 1, MPI_INT, 0, world().handle());
    path_ = fs::temp_directory_path() / text("partita_", process, "_", name);
    if (world().rank() == 0) std::ofstream(path_, std::ios::binary) << content;
    MPI_Barrier(world().handle());
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    MPI_Barrier(world().handle());
    if (world().rank() == 0) fs::remove(path_);
  }

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

template <class T>
void gather(std::vector<T>& share) {
  share = Remap(world(), std::vector<int>(share.size(), 0)).forward(share);
  broadcast(world(), share);
}

void gather(std::vector<BoundaryFace>& share) {
  std::vector<std::array<global_index, 5>> faces;
  for (const BoundaryFace& face : share) {
    const auto& v = face.vertices;
    faces.push_back({v[0], v[1], v[2], v[3], face.marker});
  }
  gather(faces);
  share.clear();
  for (const auto& face : faces) {
    share.push_back({{face[0], face[1], face[2], face[3]}, static_cast<int>(face[4])});
  }
}

Draft gathered(Draft share) {
  gather(share.mesh.points);
  gather(share.mesh.cells);
  gather(share.mesh.cell_vertices);
  gather(share.mesh.edges);
  gather(share.mesh.boundary);
  gather(share.origin.points);
  gather(share.origin.cells);
  gather(share.origin.boundary);
  share.mesh.welded_points = sum(world(), share.mesh.welded_points);
  return share;
}

class SharesOfFile : public testing::TestWithParam<SampleFile> {};

INSTANTIATE_TEST_SUITE_P(, SharesOfFile, testing::ValuesIn(sample_files()), [](const auto& file) {
  std::string name = file.param.name;
  std::ranges::replace(name, '.', '_');
  return name;
});

std::string error_on_one_rank(const fs::path& path, int zone) {
  const auto read = [zone](std::string_view name, const std::string&) {
    return read_share(self(), name, zone);
  };
  return error_of(read, path.string(), "");
}

std::string error_on_all_ranks(const fs::path& path, int zone) {
  return refused(world(), [&] { read_share(world(), path, zone); });
}

TEST_P(SharesOfFile, AreTheMesh) {
  const auto& [name, zone, text] = GetParam();
  const File file(name, text);
  if (!error_on_one_rank(file.path(), zone).empty()) GTEST_SKIP() << "not a mesh";
  expect_same(gathered(read_share(world(), file.path(), zone)), read_share(self(), file.path(), zone));
}

TEST_P(SharesOfFile, AreRefusedAsOnOneRank) {
  const auto& [name, zone, text] = GetParam();
  if (text.size() > 1500) GTEST_SKIP() << "a large file";
  const std::vector<std::string> texts = damaged(text);
  constexpr std::size_t step = 9;  // other ones on other numbers of ranks
  for (std::size_t k = static_cast<std::size_t>(world().size()) % step; k < texts.size(); k += step) {
    const File file(name, texts[k]);
    ASSERT_EQ(error_on_all_ranks(file.path(), zone), error_on_one_rank(file.path(), zone)) << texts[k];
  }
}

TEST(ReadShare, RefusesFilesThatItCannotRead) {
  const auto error = error_on_all_ranks;
  EXPECT_EQ(error("no/such.su2", 0), "no/such.su2: cannot be opened: No such file or directory");
  EXPECT_EQ(error("grid.msh", 2), "grid.msh: only SU2 files have zones; omit the zone");
  EXPECT_THAT(error("grid.vtu", 0), testing::StartsWith("grid.vtu: no mesh format has the extension '.vtu'"));
  const File empty("empty.su2", "");
  EXPECT_EQ(error(empty.path(), 0), empty.path().string() + ": the file is empty");
}

TEST(ReadShare, NamesWhatAFileReallyIs) {
  const std::string square = content_of(fs::path(PARTITA_FUZZ_CORPUS) / "su2" / "square.su2");
  const File marked("marked.su2", "\xef\xbb\xbf" + square), plain("plain.su2", square);
  const Draft expected = read_share(self(), plain.path());
  expect_same(gathered(read_share(world(), marked.path())), expected);
  expect_same(read_share(self(), marked.path()), expected);

  std::string in_utf_16 = "\xff\xfe", with_cr;
  for (const char c : square) {
    in_utf_16 += {c, '\0'};
    with_cr += c == '\n' ? '\r' : c;
  }
  const std::string pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n";
  for (const auto& [name, content, problem] :
       {std::tuple("utf_16.su2", in_utf_16, "the text is in UTF-16"),
        std::tuple("cr.su2", with_cr, "the lines end with CR"),
        std::tuple("zip.msh", std::string("\x1f\x8b\x08"), "the file is compressed by gzip"),
        std::tuple("lfs.graph", pointer, "the file is a Git LFS pointer"),
        std::tuple("lfs.vtkhdf", pointer, "cannot be read: the file is a Git LFS pointer")}) {
    const File file(name, content);
    EXPECT_THAT(error_on_all_ranks(file.path(), 0),
                testing::StartsWith(file.path().string() + ": " + problem));
    EXPECT_EQ(error_on_one_rank(file.path(), 0), error_on_all_ranks(file.path(), 0));
  }
}

TEST(ReadShare, ReadsRealMeshes) {
  if (!fs::is_directory(PARTITA_SHARED_MESHES))
    GTEST_SKIP() << "there is no folder " << PARTITA_SHARED_MESHES
                 << " with real meshes; name one with -DPARTITA_SHARED_MESHES=";
  for (const char* name :
       {"mesh_NACA0012_inv.su2", "naca12_tri50k_v41_ascii.msh", "m6_gmsh_9428.msh", "4elt.graph"}) {
    const fs::path path = fs::path(PARTITA_SHARED_MESHES) / name;
    expect_same(gathered(read_share(world(), path)), read_share(self(), path));
  }
}

}  // namespace
}  // namespace partita::mesh
