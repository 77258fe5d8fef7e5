#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include <partita/support/hash.hpp>

namespace partita {
namespace {

// Test vectors of the FNV reference (http://www.isthe.com/chongo/tech/comp/fnv/).
TEST(Hash, IsFnv1aOf64Bits) {
  const std::string letter = "a", word = "foobar";
  EXPECT_EQ(Hash().hex(), "cbf29ce484222325");
  EXPECT_EQ(Hash().add(std::span<const char>(letter)).hex(), "af63dc4c8601ec8c");
  EXPECT_EQ(Hash().add(std::span<const char>(word)).hex(), "85944171f73967e8");
}

TEST(Hash, ContinuesFromItsValue) {
  const std::string head = "foo", tail = "bar";
  EXPECT_EQ(Hash(Hash().add(head).value()).add(tail).hex(), "85944171f73967e8");
}

TEST(Hash, OneBitChangesIt) {
  const double one = 1.0, next = 1.0000000000000002;
  EXPECT_NE(Hash().add(std::span(&one, 1)).value(), Hash().add(std::span(&next, 1)).value());
}

TEST(Hash, MixesAsMurmurHash3Does) {
  EXPECT_EQ(mixed(0), 0u);
  EXPECT_EQ(mixed(1), 0xb456bcfc34c2cb2cu);
}

// Faces with the kinds 0 and 2, and the same with their kinds swapped.
TEST(Hash, SummandsOfSwappedLastValuesDoNotCancel) {
  int cancelled = 0;
  for (std::int64_t face = 0; face < 1000; ++face) {
    const auto hash = [](std::int64_t of, int kind) { return Hash().add(of, kind); };
    const auto sum = [&](int kind, int other, auto of) {
      return (hash(face, kind).*of)() + (hash(face + 1, other).*of)();
    };
    cancelled += sum(0, 2, &Hash::value) == sum(2, 0, &Hash::value);
    EXPECT_NE(sum(0, 2, &Hash::summand), sum(2, 0, &Hash::summand)) << face;
  }
  EXPECT_GT(cancelled, 100) << "which values would do";
}

}  // namespace
}  // namespace partita
