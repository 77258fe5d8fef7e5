#pragma once
/// \file The corpus of the readers' fuzzing as sample files: small, of every format.

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/mesh/draft.hpp>
#include <partita/support/random.hpp>

namespace partita::mesh {

struct SampleFile {
  std::string name;  ///< with its format's extension
  int zone;
  std::string text;
};

inline std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline std::vector<SampleFile> sample_files() {
  std::vector<SampleFile> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(PARTITA_FUZZ_CORPUS)) {
    if (!entry.is_regular_file() || !entry.path().has_extension()) continue;
    const std::string name = entry.path().filename().string();
    files.push_back({name, name == "zones.su2" ? 2 : 0, content_of(entry.path())});
  }
  std::ranges::sort(files, {}, &SampleFile::name);
  return files;
}

inline void expect_same(const Draft& draft, const Draft& expected) {
  EXPECT_EQ(draft.mesh.dimension, expected.mesh.dimension);
  EXPECT_EQ(draft.mesh.vertices, expected.mesh.vertices);
  EXPECT_EQ(draft.mesh.points, expected.mesh.points);
  EXPECT_EQ(draft.mesh.cells, expected.mesh.cells);
  EXPECT_EQ(draft.mesh.cell_vertices, expected.mesh.cell_vertices);
  EXPECT_EQ(draft.mesh.edges, expected.mesh.edges);
  EXPECT_EQ(draft.mesh.boundary, expected.mesh.boundary);
  EXPECT_EQ(draft.mesh.markers, expected.mesh.markers);
  EXPECT_EQ(draft.mesh.welded_points, expected.mesh.welded_points);
  EXPECT_EQ(draft.origin.binary, expected.origin.binary);
  EXPECT_EQ(draft.origin.points, expected.origin.points);
  EXPECT_EQ(draft.origin.cells, expected.origin.cells);
  EXPECT_EQ(draft.origin.boundary, expected.origin.boundary);
}

/// The text with damages that a file may have: cut at each byte, a line missing, doubled or blank, a word
/// replaced or put in, a byte changed.
inline std::vector<std::string> damaged(const std::string& text) {
  std::vector<std::string> damages;
  for (std::size_t size = 1; size < text.size(); ++size) damages.push_back(text.substr(0, size));
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    const std::string before = text.substr(0, begin), line = text.substr(begin, end - begin);
    const std::string behind = text.substr(end);
    damages.push_back(before + behind);
    damages.push_back(before + line + line + behind);
    for (const char* extra : {"\n", "% a = comment\r\n", "7 7 7 7 7 7 7\n"})
      damages.push_back(before + extra + line + behind);
    damages.push_back(before + "x" + behind);
    damages.push_back(before + "1 " + line + behind);
    if (line.size() > 2) damages.push_back(before + line.substr(0, line.size() - 2) + "99\n" + behind);
    begin = end;
  }
  Random random(text.size());
  for (int k = 0; k < 100; ++k) {
    std::string changed = text;
    changed[random.below(static_cast<std::uint32_t>(text.size()))] = static_cast<char>(random.below(256));
    damages.push_back(changed);
  }
  return damages;
}

}  // namespace partita::mesh
