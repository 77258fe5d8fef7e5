// Passes every file of the fuzzing corpus, seeds and findings, to its reader: it is read, or refused by an
// Error.
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/mesh/reader_test.hpp"

namespace partita::mesh {
namespace {

namespace fs = std::filesystem;

struct Format {
  const char* folder;
  Mesh (*read)(std::string_view, const std::string&);
};

class FuzzCorpus : public testing::TestWithParam<Format> {};

INSTANTIATE_TEST_SUITE_P(, FuzzCorpus,
                         testing::Values(Format{"su2", read_su2}, Format{"gmsh", read_gmsh},
                                         Format{"metis_graph", read_metis_graph}),
                         [](const auto& format) { return format.param.folder; });

TEST_P(FuzzCorpus, IsReadOrRefused) {
  int read = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(PARTITA_FUZZ_CORPUS) / GetParam().folder)) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const std::string name = entry.path().filename().string();
    const std::string error = error_of(GetParam().read, text, name);
    read += error.empty();
    EXPECT_THAT(error, testing::AnyOf("", testing::StartsWith(name + ":")));
  }
  EXPECT_GT(read, 0) << "a corpus without a valid file gives the fuzzer little to start from";
}

}  // namespace
}  // namespace partita::mesh
