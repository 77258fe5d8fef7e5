// A binary Gmsh file with more than 2^31 nodes and four times as many nodes of elements, in a sparse file:
// only headers and the last records are written. Parts near the end are read as ranks read theirs.
#include <fstream>

#include <gtest/gtest.h>

#include <partita/mesh/blocks.hpp>
#include <partita/mesh/gmsh_bytes.hpp>
#include <partita/mesh/gmsh_pass.hpp>

#include "tests/io/folder.hpp"
#include "tests/mesh/gmsh_writer.hpp"

namespace partita::mesh {
namespace {

constexpr std::uint64_t beyond = std::uint64_t{1} << 31, nodes = beyond + 5, elements = beyond / 2 + 7;

class GmshBeyond31Bits : public testing::Test {
 protected:
  GmshBeyond31Bits() {
    if (comm_.rank() == 0) write();
    MPI_Barrier(comm_.handle());
  }

  static GmshWriter bytes() { return GmshWriter(std::endian::native); }

  // Node n has the tag n + 1.
  void write() const {
    std::ofstream file(path_, std::ios::binary);
    file << bytes()
                .format("4.1")
                .words("$Nodes\n")
                .sizes({1, nodes, 1, nodes})
                .ints({3, 1, 0})
                .sizes({nodes})
                .text();
    pass_over(file, sizeof(std::uint64_t) * (nodes - 2));
    file << bytes().sizes({nodes - 1, nodes}).text();
    pass_over(file, sizeof(Point) * (nodes - 2));
    file << bytes().doubles({1, 2, 3, 4, 5, 6}).words("\n$EndNodes\n$Elements\n").text();
    file << bytes().sizes({1, elements, 1, elements}).ints({3, 1, 5}).sizes({elements}).text();
    pass_over(file, 9 * sizeof(std::uint64_t) * (elements - 1));
    file << bytes().sizes({elements, nodes, nodes - 1, nodes - 2, nodes - 3, nodes - 4, 6, 7, 8}).text();
    file << "\n$EndElements\n";
    ASSERT_TRUE(file.good()) << "no file may have so many bytes here";
  }

  static void pass_over(std::ofstream& file, std::uint64_t count) {
    file.seekp(static_cast<std::streamoff>(count), std::ios::cur);
  }

  const Communicator comm_{MPI_COMM_WORLD};
  const testing_support::Folder folder_{comm_};
  const std::string path_ = folder_ / "large.msh";
};

TEST_F(GmshBeyond31Bits, IsWalkedAndReadInAFileWithHoles) {
  const InputFile file(path_, "a mesh file");
  ByteWindow window(file);
  const GmshFormat format{path_};
  const Blocks parts{static_cast<global_index>(window.size()), 1 << 16};
  std::deque<GmshBytes> bytes;
  std::deque<SliceReader<GmshFormat, GmshBytes>> slices;
  Reached<GmshFormat> reached;
  for (int part = 0; part < parts.ranks; ++part) {
    bytes.emplace_back(window, path_, static_cast<std::size_t>(parts.first(part + 1)));
    slices.emplace_back(format, bytes.back()).walk(reached, part + 1 == parts.ranks);
    ASSERT_FALSE(reached.is_refused);
    ASSERT_LT(static_cast<std::int64_t>(reached.begin.byte) - parts.first(part + 1), 100);
  }
  // The part that has this byte.
  const auto read = [&](std::size_t byte) {
    SharesRead<GmshFormat> part{{}, reached.state};
    slices[static_cast<std::size_t>(parts.locate(static_cast<global_index>(byte)).rank)].parse(part);
    return std::move(part.share);
  };

  const GmshModel end = read(window.size() - 1);
  const std::vector<std::int64_t> last(end.nodes.end() - 8, end.nodes.end());
  EXPECT_EQ(last, (std::vector<std::int64_t>{nodes, nodes - 1, nodes - 2, nodes - 3, nodes - 4, 6, 7, 8}));
  EXPECT_EQ(end.elements.back().position,
            static_cast<std::int64_t>(window.size() - 9 * sizeof(std::uint64_t)) -
                std::ssize(std::string("\n$EndElements\n")));

  const std::size_t end_of_nodes = window.size() - 9 * sizeof(std::uint64_t) * elements;
  const GmshModel middle = read(end_of_nodes - 200);
  ASSERT_GE(middle.points.size(), 2u);
  EXPECT_EQ(middle.points.back(), (Point{4, 5, 6}));
  EXPECT_EQ(*std::prev(middle.points.end(), 2), (Point{1, 2, 3}));
}

}  // namespace
}  // namespace partita::mesh
