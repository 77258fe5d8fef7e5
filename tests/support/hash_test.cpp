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

}  // namespace
}  // namespace partita
