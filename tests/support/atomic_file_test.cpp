#include <chrono>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

#include <partita/support/atomic_file.hpp>
#include <partita/support/error.hpp>

#include "tests/sentence.hpp"

namespace partita {
namespace {

namespace fs = std::filesystem;

// Every rank writes in a folder of its own.
class AtomicFileTest : public testing::Test {
 protected:
  AtomicFileTest() { fs::create_directories(folder_); }
  ~AtomicFileTest() override { fs::remove_all(folder_); }

  static std::string read(const fs::path& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  fs::path folder_ = fs::temp_directory_path() / text("partita_atomic_file_", getpid());
};

TEST_F(AtomicFileTest, AppearsUnderItsNameWhenCommitted) {
  AtomicFile file(folder_ / "result.json");
  file.file().write(0, "whole");
  EXPECT_FALSE(fs::exists(folder_ / "result.json"));
  file.commit();
  EXPECT_EQ(read(folder_ / "result.json"), "whole");
}

TEST_F(AtomicFileTest, AnErrorOnTheWayLeavesTheOldFileAndNothingElse) {
  std::ofstream(folder_ / "result.json") << "old";
  {
    AtomicFile file(folder_ / "result.json");
    file.file().write(0, "half");
  }
  EXPECT_EQ(read(folder_ / "result.json"), "old");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
}

TEST_F(AtomicFileTest, IsWrittenByOthersToo) {
  AtomicFile file(folder_ / "result.json");
  OutputFile other(file.temporary(), OutputFile::Mode::open, folder_ / "result.json");
  other.write(4, "later");
  other.sync();
  file.file().write(0, "soon");
  file.commit();
  EXPECT_EQ(read(folder_ / "result.json"), "soonlater");
}

TEST_F(AtomicFileTest, RemovesWhatEndedProcessesHaveLeft) {
  const std::string left = "result.json.tmp0123456789abcdef";
  for (const std::string& name : {left, left + "0", std::string("other.json.tmp0123456789abcdef")})
    std::ofstream(folder_ / name) << "half";
  { const AtomicFile soon(folder_ / "result.json"); }
  EXPECT_TRUE(fs::exists(folder_ / left)) << "its process may be about to mark it";
  for (const auto& entry : fs::directory_iterator(folder_))
    fs::last_write_time(entry.path(), fs::file_time_type::clock::now() - std::chrono::hours(1));
  const AtomicFile one(folder_ / "result.json"), other(folder_ / "result.json");
  EXPECT_FALSE(fs::exists(folder_ / left));
  EXPECT_TRUE(fs::exists(folder_ / (left + "0"))) << "no name that Partita gives";
  EXPECT_TRUE(fs::exists(folder_ / "other.json.tmp0123456789abcdef")) << "of another file";
  EXPECT_TRUE(fs::exists(one.temporary())) << "in use";
}

TEST_F(AtomicFileTest, FollowsNoLinkThatStandsInForItsTemporaryFile) {
  std::ofstream(folder_ / "precious") << "old";
  AtomicFile file(folder_ / "result.json");
  fs::remove(file.temporary());
  fs::create_symlink("precious", file.temporary());
  EXPECT_THROW(OutputFile(file.temporary(), OutputFile::Mode::open, "result.json"), Error);
  EXPECT_THROW(OutputFile(file.temporary(), OutputFile::Mode::create, "result.json"), Error);
  EXPECT_EQ(read(folder_ / "precious"), "old");
}

// As /tmp is: others may put links there.
TEST_F(AtomicFileTest, HasATemporaryNameThatCannotBePredicted) {
  std::ofstream(folder_ / "precious") << "old";
  const std::string guess = text("result.json.tmp", getpid());
  fs::create_symlink("precious", folder_ / guess);
  AtomicFile file(folder_ / "result.json"), other(folder_ / "result.json");
  EXPECT_NE(file.temporary(), other.temporary());
  for (AtomicFile* one : {&file, &other}) {
    const std::string name = one->temporary().filename().string();
    EXPECT_EQ(name.size(), std::string("result.json.tmp0123456789abcdef").size());
    one->file().write(0, "new");
    one->commit();
  }
  EXPECT_EQ(read(folder_ / "precious"), "old");
  EXPECT_TRUE(fs::is_symlink(folder_ / guess)) << "no name that Partita gives";
  EXPECT_EQ(read(folder_ / "result.json"), "new");
}

TEST_F(AtomicFileTest, SaysWhatTheSystemSays) {
  OutputFile full("/dev/full", OutputFile::Mode::open, "result.json");
  EXPECT_EQ(testing_support::sentence_of([&] { full.write(0, "more"); }),
            "cannot write result.json: No space left on device");
}

TEST_F(AtomicFileTest, SaysWhichFolderIsMissing) {
  EXPECT_EQ(testing_support::sentence_of([&] { AtomicFile file(folder_ / "none" / "result.json"); }),
            text("cannot write ", (folder_ / "none" / "result.json").string(), ": there is no folder ",
                 (folder_ / "none").string(), "; make it first"));
}

// No exception of the file system: its sentence names functions of the library, and no command line.
TEST_F(AtomicFileTest, RefusesNamesThatTheSystemRefusesInOneSentence) {
  std::ofstream(folder_ / "file") << "old";
  fs::create_symlink("loop", folder_ / "loop");
  fs::create_symlink("second", folder_ / "first");
  fs::create_symlink("first", folder_ / "second");
  fs::create_symlink("none/result", folder_ / "dangling");
  const std::string long_name(256, 'n'), file = (folder_ / "file").string();
  for (const auto& [name, problem] :
       {std::pair<std::string, std::string>{"loop", "Too many levels of symbolic links"},
        {"first", "Too many levels of symbolic links"},
        {"loop/result", "Too many levels of symbolic links"},
        {long_name, "File name too long"},
        {long_name + "/result", "File name too long"},
        {"file/result", file + " is no folder; name another"},
        {"file/none/result", "there is no folder " + file + "/none; make it first"},
        {"dangling", "there is no folder " + (folder_ / "none").string() + "; make it first"}}) {
    const fs::path path = folder_ / name;
    const std::string sentence = testing_support::sentence_of<Error>([&] { AtomicFile{path}; });
    EXPECT_TRUE(sentence.starts_with("cannot write /") && sentence.ends_with(": " + problem)) << sentence;
    EXPECT_FALSE(same_file(path, folder_ / "file")) << name;
    EXPECT_FALSE(same_file(folder_ / "file", path)) << name;
  }
}

TEST_F(AtomicFileTest, TakesNamesAsLongAsTheSystem) {
  for (const std::size_t length : {234, 235, 236, 255}) {
    const std::string name(length, 'n');
    write_whole(folder_ / name, "whole");
    EXPECT_EQ(read(folder_ / name), "whole");
    const AtomicFile other(folder_ / name);
    EXPECT_EQ(other.temporary().filename().string().size(), std::min<std::size_t>(length + 20, 255));
  }
}

TEST_F(AtomicFileTest, RefusesAFolderAsAFile) { EXPECT_THROW(AtomicFile{folder_}, Error); }

TEST_F(AtomicFileTest, RefusesDevicesAndOpenFiles) {
  fs::create_symlink("/dev/stdout", folder_ / "link");
  for (const fs::path& path : {fs::path("/dev/null"), fs::path("/dev/stdout"), fs::path("/dev/fd/1"),
                               fs::path("/proc/self/fd/1"), folder_ / "link"})
    EXPECT_THROW(AtomicFile{path}, Error) << path;
}

TEST_F(AtomicFileTest, FollowsALinkToAFile) {
  std::ofstream(folder_ / "result.json") << "old";
  fs::create_symlink("result.json", folder_ / "link");
  AtomicFile file(folder_ / "link");
  file.file().write(0, "new");
  file.commit();
  EXPECT_EQ(read(folder_ / "result.json"), "new");
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
}

TEST_F(AtomicFileTest, FollowsALinkToAFileThatIsNotThereYet) {
  fs::create_directory(folder_ / "scratch");
  fs::create_symlink("scratch/second", folder_ / "first");
  fs::create_symlink("result.json", folder_ / "scratch/second");
  write_whole(folder_ / "first", "new");
  EXPECT_EQ(read(folder_ / "scratch/result.json"), "new");
  EXPECT_TRUE(fs::is_symlink(folder_ / "first") && fs::is_symlink(folder_ / "scratch/second"));
}

TEST_F(AtomicFileTest, KeepsThePermissionsOfTheFileBefore) {
  write_whole(folder_ / "result.json", "old");
  fs::permissions(folder_ / "result.json", fs::perms(0640));
  write_whole(folder_ / "result.json", "new");
  EXPECT_EQ(fs::status(folder_ / "result.json").permissions(), fs::perms(0640));
}

TEST_F(AtomicFileTest, KnowsAFileByAllItsNames) {
  std::ofstream(folder_ / "there") << "";
  fs::create_symlink("there", folder_ / "link");
  EXPECT_TRUE(same_file(folder_ / "there", folder_ / "." / "there"));
  EXPECT_TRUE(same_file(folder_ / "there", folder_ / "link"));
  EXPECT_TRUE(same_file(folder_ / "new", folder_ / "none" / ".." / "new"));
  EXPECT_FALSE(same_file(folder_ / "new", folder_ / "there"));
  EXPECT_FALSE(same_file("", ""));
}

}  // namespace
}  // namespace partita
