#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <partita/support/xxh64.hpp>

// Debian's libxxhash-dev: all of it is in the header. Without it the recorded values judge.
#if __has_include(<xxhash.h>)
#define XXH_INLINE_ALL
#include <xxhash.h>
#define PARTITA_WITH_XXHASH
#endif

namespace partita {
namespace {

std::vector<std::byte> bytes_of(std::size_t length) {
  std::vector<std::byte> bytes(length);
  for (std::size_t b = 0; b < length; ++b) bytes[b] = static_cast<std::byte>(7 * b + 1);
  return bytes;
}

TEST(Xxh64Test, HasTheValuesOfLibxxhash) {
  const std::tuple<std::size_t, std::uint64_t, std::uint64_t> recorded[] = {
      {0, 0xef46db3751d8e999, 0xac75fda2929b17ef},
      {1, 0x8a4127811b21e730, 0x211ae13247ce135f},
      {3, 0xb6e6c910c2fd373a, 0x0ccdb2c7c2850613},
      {14, 0xff34ee32a5c9ecfe, 0x7ee148d12f67edad},
      {222, 0x414e90bbb8c2c7d0, 0x95de4e31c4c283e9}};
  for (const auto& [length, value, seeded] : recorded) {
    EXPECT_EQ(xxh64(bytes_of(length)), value) << length;
    EXPECT_EQ(xxh64(bytes_of(length), 2654435761u), seeded) << length;
  }
}

#ifdef PARTITA_WITH_XXHASH
TEST(Xxh64Test, IsXXH64OfAnyLengthSeedAndAlignment) {
  const std::vector<std::byte> bytes = bytes_of(400);
  for (std::size_t length = 0; length < 300; ++length)
    for (std::size_t first = 0; first < 9; ++first)
      for (const std::uint64_t seed : {0ull, 1ull, 0x123456789abcdefull})
        ASSERT_EQ(xxh64(std::span(bytes).subspan(first, length), seed),
                  XXH64(bytes.data() + first, length, seed))
            << length << " bytes from " << first;
}
#endif

TEST(Xxh64Test, EveryBitCounts) {
  std::vector<std::byte> bytes = bytes_of(100);
  const std::uint64_t whole = xxh64(bytes);
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    const auto flipped = static_cast<std::byte>(1u << bit % 8);
    bytes[bit / 8] ^= flipped;
    EXPECT_NE(xxh64(bytes), whole) << bit;
    bytes[bit / 8] ^= flipped;
  }
}

}  // namespace
}  // namespace partita
