#include "io/seal.hpp"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "tests/io/folder.hpp"

namespace partita {
namespace {

using testing_support::bytes_of;
using testing_support::sentence_of;
using testing_support::write_bytes;

class SealTest : public testing::Test {
 protected:
  SealTest() {
    write_bytes(file_, contents_);
    seal(file_);
  }

  void expect_refused(const std::vector<char>& bytes, const std::string& sentence) {
    write_bytes(file_, bytes);
    EXPECT_EQ(sentence_of([&] { (void)read_sealed(file_); }), file_.string() + sentence);
  }

  testing_support::Folder folder_{Communicator(MPI_COMM_WORLD)};
  std::filesystem::path file_ = folder_ / "file";
  std::vector<char> contents_{'a', '\n', '\0', 'z'};
};

TEST_F(SealTest, ContentsComeBackWithoutTheLine) { EXPECT_EQ(read_sealed(file_), contents_); }

TEST_F(SealTest, IsALineForPeople) {
  const std::vector<char> bytes = bytes_of(file_);
  EXPECT_EQ(std::string(bytes.begin() + 4, bytes.end()).substr(0, 37),
            "\nPartita schedule, format 2, checksum");
  EXPECT_EQ(bytes.back(), '\n');
}

TEST_F(SealTest, EveryTruncatedFileIsRefused) {
  const std::vector<char> whole = bytes_of(file_);
  for (std::size_t length = 0; length < whole.size(); ++length) {
    write_bytes(file_, {whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)});
    EXPECT_NE(sentence_of([&] { (void)read_sealed(file_); }), "") << length << " bytes are left";
  }
}

TEST_F(SealTest, EveryFlippedBitIsNoticed) {
  const std::vector<char> whole = bytes_of(file_);
  for (std::size_t at = 0; at < 8 * whole.size(); ++at) {
    std::vector<char> bytes = whole;
    bytes[at / 8] = static_cast<char>(bytes[at / 8] ^ (1 << at % 8));
    write_bytes(file_, bytes);
    EXPECT_NE(sentence_of([&] { (void)read_sealed(file_); }), "") << "bit " << at;
  }
}

TEST_F(SealTest, SaysWhatIsWrong) {
  std::vector<char> other_format = bytes_of(file_), changed = other_format;
  expect_refused({}, " is no schedule file of Partita, or not all of one");
  expect_refused(contents_, " is no schedule file of Partita, or not all of one");

  *std::find(other_format.begin(), other_format.end(), '2') = '7';
  expect_refused(other_format, " is of format 7, and this Partita reads format 2; save the schedule again");
  changed[0] = 'b';
  expect_refused(changed, " has changed since it was written; save the schedule again");

  EXPECT_EQ(sentence_of([&] { (void)read_sealed(folder_ / "none"); }),
            "there is no file " + (folder_ / "none").string());
  EXPECT_EQ(sentence_of([&] { (void)read_sealed(folder_ / "."); }),
            (folder_ / ".").string() + " is no ordinary file");
}

}  // namespace
}  // namespace partita
