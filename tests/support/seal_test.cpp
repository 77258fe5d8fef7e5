#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include <partita/support/error.hpp>
#include <partita/support/random.hpp>
#include <partita/support/seal.hpp>

#include "tests/io/folder.hpp"
#include "tests/sentence.hpp"

namespace partita {
namespace {

using namespace testing_support;

constexpr SealedContent sealed{"schedule", 2};

// Every rank seals a file of its own.
class SealTest : public testing::Test {
 protected:
  SealTest() {
    write_bytes(file_, contents_);
    seal(file_, sealed);
  }

  std::string refusal() const {
    return sentence_of([&] { (void)read_sealed(file_, sealed); });
  }

  void expect_refused(const std::vector<char>& bytes, const std::string& sentence) {
    write_bytes(file_, bytes);
    EXPECT_EQ(refusal(), file_.string() + sentence);
  }

  const Communicator comm_{MPI_COMM_WORLD};
  Folder folder_{comm_};
  std::filesystem::path file_ = folder_ / text("file_", comm_.rank());
  std::vector<char> contents_{'a', '\n', '\0', 'z'};
};

TEST_F(SealTest, ContentsComeBackWithoutTheLine) { EXPECT_EQ(read_sealed(file_, sealed), contents_); }

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
    EXPECT_NE(refusal(), "") << length << " bytes are left";
  }
}

TEST_F(SealTest, EveryFlippedBitIsNoticed) {
  const std::vector<char> whole = bytes_of(file_);
  for (std::size_t at = 0; at < 8 * whole.size(); ++at) {
    std::vector<char> bytes = whole;
    bytes[at / 8] = static_cast<char>(bytes[at / 8] ^ (1 << at % 8));
    write_bytes(file_, bytes);
    EXPECT_NE(refusal(), "") << "bit " << at;
  }
}

TEST_F(SealTest, SaysWhatIsWrong) {
  std::vector<char> other_format = bytes_of(file_), changed = other_format;
  expect_refused({}, " is no schedule file of Partita, or not all of one");
  expect_refused(contents_, " is no schedule file of Partita, or not all of one");
  EXPECT_EQ(sentence_of([&] {
              (void)read_sealed(file_, {"checkpoint", 2});
            }),
            file_.string() + " is no checkpoint file of Partita, or not all of one");

  *std::find(other_format.begin(), other_format.end(), '2') = '7';
  expect_refused(other_format, " is of format 7, and this Partita reads format 2; save the schedule again");
  changed[0] = 'b';
  expect_refused(changed, " has changed since it was written; save the schedule again");

  EXPECT_EQ(sentence_of([&] { (void)read_sealed(folder_ / "none", sealed); }),
            (folder_ / "none").string() + ": cannot be opened: No such file or directory");
  EXPECT_EQ(sentence_of([&] { (void)read_sealed(folder_ / ".", sealed); }),
            (folder_ / ".").string() + ": this is a folder; name a schedule file");
}

// One file of several blocks, which the ranks seal and check together.
class SealOfAllRanks : public testing::Test {
 protected:
  SealOfAllRanks() {
    Random random(1);
    contents_.resize((3 << 20) + 77);
    for (char& byte : contents_) byte = static_cast<char>(random.below(256));
    write(contents_);
    const std::string line = seal_for(comm_, InputFile(file_, "a file"), sealed);
    if (comm_.rank() == 0) std::ofstream(file_, std::ios::binary | std::ios::app) << line;
    MPI_Barrier(comm_.handle());
  }

  void write(const std::vector<char>& bytes) const {
    MPI_Barrier(comm_.handle());
    if (comm_.rank() == 0) write_bytes(file_, bytes);
    MPI_Barrier(comm_.handle());
  }

  std::string refusal() const {
    return sentence_of([&] { check_seal(comm_, file_, sealed); });
  }

  const Communicator comm_{MPI_COMM_WORLD};
  Folder folder_{comm_};
  std::filesystem::path file_ = folder_ / "file";
  std::vector<char> contents_;
};

TEST_F(SealOfAllRanks, IsThatOfOneProcess) {
  const std::vector<char> together = bytes_of(file_);
  write(contents_);
  if (comm_.rank() == 0) seal(file_, sealed);
  MPI_Barrier(comm_.handle());
  EXPECT_EQ(bytes_of(file_), together);
  EXPECT_EQ(refusal(), "");
  EXPECT_EQ(read_sealed(file_, sealed), contents_);
}

TEST_F(SealOfAllRanks, ChangesInAnyBlockAreRefusedOnAllRanks) {
  std::vector<char> whole = bytes_of(file_);
  for (std::size_t at = 5; at < whole.size(); at += whole.size() / 9) {
    whole[at] = static_cast<char>(whole[at] ^ 4);
    write(whole);
    EXPECT_NE(refusal(), "") << "byte " << at;
    whole[at] = static_cast<char>(whole[at] ^ 4);
  }
  // Two blocks that change places.
  std::swap_ranges(whole.begin(), whole.begin() + (1 << 20), whole.begin() + (1 << 20));
  write(whole);
  EXPECT_EQ(refusal(), file_.string() + " has changed since it was written; save the schedule again");
}

TEST_F(SealOfAllRanks, TruncatedFilesAreRefusedOnAllRanks) {
  const std::vector<char> whole = bytes_of(file_);
  for (std::size_t length = 0; length < whole.size(); length += whole.size() / 7) {
    write({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)});
    EXPECT_NE(refusal(), "") << length << " bytes are left";
  }
}

TEST_F(SealOfAllRanks, MissingFilesAreNamed) {
  file_ = folder_ / "none";
  EXPECT_EQ(refusal(), file_.string() + ": cannot be opened: No such file or directory");
}

}  // namespace
}  // namespace partita
