#include <filesystem>
#include <string>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <partita/support/error.hpp>
#include <partita/support/input_file.hpp>

#include "tests/io/folder.hpp"
#include "tests/sentence.hpp"

namespace partita {
namespace {

namespace fs = std::filesystem;

class InputFileTest : public testing::Test {
 protected:
  static std::string refused(const fs::path& path) {
    return testing_support::sentence_of([&] { const InputFile file(path, "a mesh file"); });
  }

  const Communicator comm_{MPI_COMM_WORLD};
  const testing_support::Folder folder_{comm_};
  const fs::path path_ = folder_ / text("grid_", comm_.rank());
};

TEST_F(InputFileTest, IsReadInPieces) {
  testing_support::write_bytes(path_, {'a', '\0', 'b', 'c'});
  const InputFile file(path_, "a mesh file");
  EXPECT_EQ(file.size(), 4u);
  std::string bytes = "x";
  file.append_to(bytes, 1, 3);
  EXPECT_EQ(bytes, std::string("x\0b", 3));
  EXPECT_EQ(load_text(path_, "a mesh file"), std::string("a\0bc", 4));
}

TEST_F(InputFileTest, ThatBecomesShorterIsNoticed) {
  testing_support::write_bytes(path_, {'a', 'b'});
  const InputFile file(path_, "a mesh file", "grid");
  fs::resize_file(path_, 1);
  std::string bytes;
  EXPECT_EQ(testing_support::sentence_of([&] { file.append_to(bytes, 0, 2); }),
            "grid: cannot be read: it has become shorter");
}

// Nothing would ever come from this pipe, and the device gives bytes without end.
TEST_F(InputFileTest, RefusesAtOnceWhatIsNone) {
  EXPECT_EQ(refused(path_), path_.string() + ": cannot be opened: No such file or directory");
  EXPECT_EQ(refused(folder_ / "."), (folder_ / ".").string() + ": this is a folder; name a mesh file");
  ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
  EXPECT_EQ(refused(path_), path_.string() + ": this is no ordinary file; name a mesh file");
  EXPECT_EQ(refused("/dev/zero"), "/dev/zero: this is no ordinary file; name a mesh file");
}

}  // namespace
}  // namespace partita
