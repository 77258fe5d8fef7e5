// The readers give the same for any number of slices, in one process.
#include <array>

#include <partita/mesh/read_draft.hpp>

#include "tests/mesh/reader_test.hpp"
#include "tests/mesh/sample_files.hpp"

namespace partita::mesh {
namespace {

class SlicesOfFile : public testing::TestWithParam<SampleFile> {
 protected:
  Draft read(std::string_view text, int slices) const {
    const auto& [name, zone, content] = GetParam();
    return read_content(format_of(name, zone).read, text, name, zone, slices);
  }

  std::string error(std::string_view text, int slices) const {
    return error_of([&](std::string_view t, const std::string&) { return read(t, slices); }, text, "");
  }
};

INSTANTIATE_TEST_SUITE_P(, SlicesOfFile, testing::ValuesIn(sample_files()), [](const auto& file) {
  std::string name = file.param.name;
  std::ranges::replace(name, '.', '_');
  return name;
});

TEST_P(SlicesOfFile, GiveTheMeshOfOneSlice) {
  const std::string& text = GetParam().text;
  const std::string expected = error(text, 1);
  for (const int slices : {2, 3, 4, 5, 8, 50, 1000}) {
    EXPECT_EQ(error(text, slices), expected);
    if (expected.empty()) expect_same(read(text, slices), read(text, 1));
  }
}

TEST_P(SlicesOfFile, HaveLineEndsOfEverySystem) {
  if (!error(GetParam().text, 1).empty()) GTEST_SKIP() << "not a mesh";
  const Draft expected = read(GetParam().text, 1);
  if (expected.origin.binary) GTEST_SKIP() << "a binary file";
  std::string text;
  for (const char c : GetParam().text) text += c == '\n' ? "\r\n" : std::string(1, c);
  for (int slices = 1; slices < 40; ++slices) expect_same(read(text, slices), expected);
}

TEST_P(SlicesOfFile, AreRefusedInTheSameWords) {
  if (GetParam().text.size() > 1500) GTEST_SKIP() << "a large file";
  const std::vector<std::string> texts = damaged(GetParam().text);
  int rank = 0, ranks = 1;  // each has other ones
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  for (std::size_t k = static_cast<std::size_t>(rank); k < texts.size();
       k += static_cast<std::size_t>(ranks)) {
    // Runs on 1, 2, 3 and 4 ranks together take all of them for each text.
    const int slices = std::array{2, 3, 5, 17}[(k + static_cast<std::size_t>(ranks)) % 4];
    ASSERT_EQ(error(texts[k], slices), error(texts[k], 1)) << slices << " slices of\n" << texts[k];
  }
}

TEST_P(SlicesOfFile, MayBeginWithSectionsThatAreNotRead) {
  const auto& [name, zone, text] = GetParam();
  if (!name.ends_with(".msh")) GTEST_SKIP() << "not Gmsh's format";
  const std::string commented = "$Comments\nmade\nby hand\n$EndComments\n" + text;
  const Draft expected = read(commented, 1);
  EXPECT_EQ(expected.mesh.boundary, read(text, 1).mesh.boundary);
  for (int slices = 2; slices < 60; ++slices) expect_same(read(commented, slices), expected);
}

// 4294967299 is 3 in 32 bits.
TEST(ReadSlices, OfHeadersBeyond32BitsAreRefused) {
  const auto error = [](const std::string& name, std::string_view text) {
    return error_of(
        [&](std::string_view t, const std::string& path) { read_content(format_of(path, 0).read, t, path); },
        text, name);
  };
  EXPECT_EQ(error("a.su2", "NDIME= 2\nNPOIN= 4294967299\n0 0\n1 0\n0 1\n"),
            "a.su2:2: expected 4294967299 points, but only 13 bytes are left in the file");
  EXPECT_EQ(error("a.graph", "4294967299 2\n2\n1 3\n2\n"),
            "a.graph:1: expected 4294967299 lines of vertices, but only 9 bytes are left in the file");
  const std::string section = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n";
  EXPECT_EQ(error("a.msh", section + "4294967299\n1 0 0 0\n"),
            "a.msh:5: expected 4294967299 nodes, but only 9 bytes are left in the file");
  EXPECT_EQ(error("a.msh", with(section, "2.2", "4.1") + "1 4294967299 1 3\n2 1 0 3\n1\n"),
            "a.msh:5: expected 4294967299 nodes, but only 15 bytes are left in the file");
}

TEST(ReadSlices, OfLinesThatAreLongerThanASlice) {
  const std::string text = "NDIME= 2\nNELEM= 1\n5 0 1 2" + std::string(300, ' ') + "\n%" +
                           std::string(300, '-') + "\nNPOIN= 3\n0 0\n1 0\n0" + std::string(300, '\t') +
                           "1\nNMARK= 0\n";
  const Draft expected = read_content(su2_draft, text, "long.su2");
  for (int slices = 2; slices < 60; ++slices)
    expect_same(read_content(su2_draft, text, "long.su2", 0, slices), expected);
}

}  // namespace
}  // namespace partita::mesh
