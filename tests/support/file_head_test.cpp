#include <gtest/gtest.h>

#include <partita/support/file_head.hpp>
#include <partita/support/text_scanner.hpp>

#include "tests/sentence.hpp"

namespace partita {
namespace {

using namespace std::string_literals;

std::string problem(const std::string& head) {
  return testing_support::sentence_of([&] { begin_of_text(head, "a.su2"); });
}

TEST(BeginOfText, IsBehindTheByteOrderMarkOfUtf8) {
  EXPECT_EQ(begin_of_text("NDIME= 2\n", "a.su2"), 0u);
  EXPECT_EQ(begin_of_text("\xef\xbb\xbfNDIME= 2\n", "a.su2"), 3u);
  EXPECT_EQ(begin_of_text("", "a.su2"), 0u);
  EXPECT_EQ(TextScanner("\xef\xbb\xbf 7", "a.mtx").integer("a number"), 7);
}

TEST(BeginOfText, NamesWhatStandsInTheFilesPlace) {
  EXPECT_EQ(problem("\x1f\x8b\x08\0"s), "a.su2: the file is compressed by gzip; unpack it with gunzip");
  EXPECT_EQ(problem("BZh91AY"), "a.su2: the file is compressed by bzip2; unpack it with bunzip2");
  EXPECT_EQ(problem("\xfd\x37zXZ\0"s), "a.su2: the file is compressed by xz; unpack it with unxz");
  EXPECT_EQ(problem("\x28\xb5\x2f\xfd"), "a.su2: the file is compressed by zstd; unpack it with unzstd");
  EXPECT_EQ(problem("PK\x03\x04"), "a.su2: the file is a ZIP archive; unpack it with unzip");
  EXPECT_EQ(problem("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n"),
            "a.su2: the file is a Git LFS pointer; fetch its content with git lfs pull");
  for (const char* page : {"<!DOCTYPE html>\n", "\n\n<html>", "<?xml version=\"1.0\"?>"})
    EXPECT_EQ(problem(page), "a.su2: the file is HTML or XML, as of a web page; download the file itself");
  EXPECT_EQ(problem("\x89HDF\r\n\x1a\n"),
            "a.su2: the file is HDF5, not text; if it is a VTKHDF mesh, name it .vtkhdf");
  EXPECT_EQ(problem("\x7f"
                    "ELF\0"s),
            "a.su2: the file is binary, not text");
}

TEST(BeginOfText, NamesOtherCodingsOfText) {
  const std::string is_utf_16 =
      "a.su2: the text is in UTF-16; convert it to UTF-8 (iconv -f UTF-16 -t UTF-8)";
  EXPECT_EQ(problem("\xff\xfeN\0D\0"s), is_utf_16);
  EXPECT_EQ(problem("\xfe\xff\0N\0D"s), is_utf_16);
  EXPECT_EQ(problem("N\0D\0I\0"s), is_utf_16) << "without a mark";
  EXPECT_EQ(problem("\0N\0D\0I"s), is_utf_16);
  EXPECT_EQ(problem("\xff\xfe\0\0N\0\0\0"s),
            "a.su2: the text is in UTF-32; convert it to UTF-8 (iconv -f UTF-32 -t UTF-8)");
}

TEST(BeginOfText, RefusesLinesThatEndWithCarriageReturnsAlone) {
  const std::string refused =
      "a.su2: the lines end with CR alone; convert them to LF (tr '\\r' '\\n' < old > new)";
  EXPECT_EQ(problem("NDIME= 2\rNELEM= 1\r5 0 1 2\r"), refused);
  EXPECT_EQ(problem("NDIME= 2\rNELEM= 1\r5 0 1 2\r\n"), refused);
  for (const char* taken : {"NDIME= 2\r\nNELEM= 1\r\n", "NDIME= 2\r\r\nNELEM= 1\r\r\n", "NDIME= 2\r"})
    EXPECT_EQ(problem(taken), "");
}

}  // namespace
}  // namespace partita
