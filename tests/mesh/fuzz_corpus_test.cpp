// Every file of the fuzzing corpus, seeds and findings, a folder for each format: it is read, or refused by
// an Error.
#include <filesystem>

#include "tests/mesh/reader_test.hpp"

namespace partita::mesh {
namespace {

namespace fs = std::filesystem;

TEST(FuzzCorpus, IsReadOrRefused) {
  for (const auto& folder : fs::directory_iterator(PARTITA_FUZZ_CORPUS)) {
    if (!folder.is_directory()) continue;
    int valid = 0;
    for (const auto& file : fs::directory_iterator(folder)) {
      const std::string path = file.path().string();
      ASSERT_NO_THROW(format_of(path, 0)) << "the extension names the reader";
      const std::string error = testing_support::sentence_of([&] { read(path); });
      valid += error.empty();
      EXPECT_THAT(error, testing::AnyOf("", testing::StartsWith(path + ":")));
    }
    EXPECT_GT(valid, 0) << folder << ": a corpus without a valid file gives the fuzzer little to start from";
  }
}

}  // namespace
}  // namespace partita::mesh
