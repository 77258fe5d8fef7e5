#include <gtest/gtest.h>

#include <partita/support/byte_block.hpp>

namespace partita {
namespace {

// Bytes that a send of this block moves.
MPI_Count bytes_in(const ByteBlock& block) {
  MPI_Count size = 0;
#if MPI_VERSION >= 4
  MPI_Type_size_c(block.type(), &size);
#else
  MPI_Type_size_x(block.type(), &size);
#endif
  return size * block.count();
}

TEST(ByteBlock, SmallBlocksArePlainBytes) {
  const ByteBlock block(1000);
  EXPECT_EQ(block.count(), 1000);
  EXPECT_EQ(block.type(), MPI_BYTE);
}

TEST(ByteBlock, BlocksOverTheLargestCountAreWhole) {
  for (const std::size_t bytes : {(std::size_t{1} << 31) - 1, std::size_t{1} << 31,
                                  (std::size_t{1} << 31) + 1, (std::size_t{5} << 30) + 12345}) {
    const ByteBlock block(bytes);
    EXPECT_EQ(bytes_in(block), static_cast<MPI_Count>(bytes));
  }
}

}  // namespace
}  // namespace partita
