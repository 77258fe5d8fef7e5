// While a file is written, a rank is killed or the power fails: at each call of the system in turn, on each
// rank.
#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <tuple>

#include <gtest/gtest.h>

#include "tests/io/faulty_calls.hpp"
#include "tests/io/kinds_of_files.hpp"
#include "tests/miniapps/command.hpp"

namespace partita::testing_support {
namespace {

namespace fs = std::filesystem;

constexpr int ranks = 2, hung = 124;  // says `timeout`

class FilesThatAreCutShort : public testing::Test {
 protected:
  // The exit status of writing a version with an end on the way, unless that is behind the last call.
  int write(const KindOfFile& kind, const std::string& file, const std::string& version_and_end) const {
    return run_alone("timeout 60 " PARTITA_MPIEXEC " " + std::to_string(ranks) + " " PARTITA_FILE_WRITER " " +
                         std::string(kind.name) + " " + file + " " + version_and_end,
                     folder_)
        .exit_code;
  }

  // @param prepare  puts the old file there
  // @param check  check(content of the new file, whether all calls were made)
  template <class Prepare, class Check>
  void end_at_each_call(const KindOfFile& kind, const std::string& file, const std::string& end,
                        Prepare&& prepare, Check&& check) {
    ASSERT_EQ(write(kind, file, "2"), 0);
    const std::string whole = read_file(file);
    ASSERT_EQ(write(kind, file, "1"), 0);
    const std::string old = read_file(file);
    ASSERT_NE(old, whole);
    int ends = 0;
    for (int rank = 0; rank < ranks; ++rank)
      for (int call = 1;; ++call) {
        SCOPED_TRACE("call " + std::to_string(call) + " of rank " + std::to_string(rank));
        std::ofstream(file, std::ios::binary) << old;
        prepare();
        const int status =
            write(kind, file, "2 " + end + " " + std::to_string(rank) + " " + std::to_string(call));
        ASSERT_NE(status, hung);
        const std::string now = check(status == 0);
        ASSERT_TRUE(now == whole || (now == old && status != 0)) << now.size() << " bytes";
        if (status == 0) break;
        ++ends;
      }
    EXPECT_GE(ends, 6) << "open, write, sync, name, folder";
  }

  const Folder folder_{"cut_short"};
};

// --- Kills ---

class FileKills : public FilesThatAreCutShort, public testing::WithParamInterface<KindOfFile> {
 protected:
  // As they are when the next run is not at once.
  void age() const {
    for (const auto& entry : fs::directory_iterator(fs::path(file_).parent_path()))
      fs::last_write_time(entry.path(), fs::file_time_type::clock::now() - std::chrono::hours(1));
  }

  const Folder written_{"kills"};
  const std::string file_ = written_ / "victim.h5";
};

TEST_P(FileKills, LeaveTheOldFileOrTheNewOne) {
  end_at_each_call(
      GetParam(), file_, "kill", [&] { age(); },
      [&](bool) {
        EXPECT_LE(written_.files(), 2) << "at most what this run has left";
        return read_file(file_);
      });
  age();
  EXPECT_EQ(write(GetParam(), file_, "2"), 0);
  EXPECT_EQ(written_.files(), 1) << "the next run removes what was left";
}

INSTANTIATE_TEST_SUITE_P(Of, FileKills, testing::ValuesIn(kinds_of_files),
                         [](const auto& test) { return std::string(test.param.name); });

// --- The power ---

// A small file system of its own, in a file. It loses what is not on its disk; the disk itself loses nothing
// that it has taken.
class PowerFailures : public FilesThatAreCutShort,
                      public testing::WithParamInterface<std::tuple<const char*, KindOfFile>> {
 protected:
  void SetUp() override {
    const std::string image = folder_ / "disk";
    std::ofstream(image).close();
    fs::resize_file(image, std::uintmax_t{320} << 20);  // mkfs.xfs wants 300 MiB; there will be few
    fs::create_directory(disk_);
    mount_ = "mount -o loop " + image + " " + disk_;
    for (const std::string& command :
         {std::string("mkfs.") + std::get<0>(GetParam()) + " -q " + image, mount_}) {
      const Outcome made = run_alone(command, folder_);
      if (made.exit_code != 0) GTEST_SKIP() << "no power failed: `" << command << "` says: " << made.err;
    }
    is_mounted_ = true;
    if (!cut_power(disk_)) GTEST_SKIP() << "no power failed: this file system cannot be shut down";
    mount_anew();
  }
  void TearDown() override {
    if (is_mounted_) (void)run_alone("umount " + disk_, folder_);
  }

  void mount_anew() {
    is_mounted_ = false;
    for (int tries = 0; run_alone("umount " + disk_, folder_).exit_code != 0; ++tries) {
      ASSERT_LT(tries, 50) << "files are open";
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    ASSERT_EQ(run_alone(mount_, folder_).exit_code, 0);
    is_mounted_ = true;
  }

  const std::string disk_ = folder_ / "mounted", file_ = disk_ + "/victim.h5";
  std::string mount_;
  bool is_mounted_ = false;
};

TEST_P(PowerFailures, LeaveTheOldFileOrTheNewOne) {
  end_at_each_call(
      std::get<1>(GetParam()), file_, "power",
      [&] { ASSERT_EQ(run_alone("sync -f " + file_, folder_).exit_code, 0); },
      [&](bool is_done) {
        EXPECT_TRUE(!is_done || cut_power(disk_)) << "right after the program has ended";
        mount_anew();
        return read_file(file_);
      });
}

INSTANTIATE_TEST_SUITE_P(Of, PowerFailures,
                         testing::Combine(testing::Values("ext4", "xfs"), testing::ValuesIn(kinds_of_files)),
                         [](const auto& test) {
                           return std::string(std::get<0>(test.param)) + "_" +
                                  std::string(std::get<1>(test.param).name);
                         });

}  // namespace
}  // namespace partita::testing_support
