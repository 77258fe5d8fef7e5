// A text file of more than 2^32 bytes, in a sparse file: only its last lines are written.
#include <fstream>

#include <gtest/gtest.h>

#include <partita/mesh/lines.hpp>
#include <partita/mesh/text_slices.hpp>

#include "tests/io/folder.hpp"
#include "tests/sentence.hpp"

namespace partita::mesh {
namespace {

TEST(TextSlices, OfLinesBeyond32Bits) {
  const Communicator comm(MPI_COMM_WORLD);
  const testing_support::Folder folder(comm);
  const std::string path = folder / "large.su2", lines = "\n1 2 3\n4 5 six\n";
  constexpr std::size_t before = (std::size_t{1} << 32) + (1 << 20);
  if (comm.rank() == 0) {
    std::ofstream file(path, std::ios::binary);
    file.seekp(before);
    file << lines;
    ASSERT_TRUE(file.good());
  }
  MPI_Barrier(comm.handle());

  const InputFile file(path, "a mesh file");
  constexpr int parts = 1 << 16;
  std::string text;
  EXPECT_EQ(slice_of(file, parts - 2, parts, text).text, "") << "no line begins there";
  const Slice slice = slice_of(file, parts - 1, parts, text);
  EXPECT_EQ(slice.text, lines.substr(1));
  EXPECT_EQ(slice.part.bytes_before, before + 1);
  EXPECT_EQ(slice.part.bytes_behind, 0u);

  Lines records(slice.text, slice.part, path, LineRule::blank);
  records.begin({.line = (std::int64_t{1} << 31) + 7});  // as the slices before would have counted
  TextScanner line = records.rest();
  EXPECT_EQ(records.pass_over(1), 1);
  ASSERT_TRUE(records.next(line));
  EXPECT_EQ(testing_support::sentence_of([&] {
              for (int word = 0; word < 3; ++word) line.integer("a vertex", 0, 9);
            }),
            path + ":2147483656: expected a vertex (an integer from 0 to 9), found 'six'");
}

}  // namespace
}  // namespace partita::mesh
