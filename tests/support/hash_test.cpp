#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <partita/support/hash.hpp>

namespace partita {
namespace {

// Test vectors of the FNV reference (http://www.isthe.com/chongo/tech/comp/fnv/).
TEST(Hash, IsFnv1aOf64BitsMixedAsByMurmurHash3) {
  const auto state = [](const std::string& word) {
    Hash hash;
    for (const char letter : word) hash.add(letter);
    return hex(hash.state());
  };
  EXPECT_EQ(state(""), "cbf29ce484222325");
  EXPECT_EQ(state("a"), "af63dc4c8601ec8c");
  EXPECT_EQ(state("foobar"), "85944171f73967e8");
  EXPECT_EQ(mixed(0), 0u);
  EXPECT_EQ(mixed(1), 0xb456bcfc34c2cb2cu);
  EXPECT_EQ(Hash().value(), mixed(Hash().state()));
}

TEST(Hash, ContinuesFromItsState) {
  EXPECT_EQ(Hash(Hash().add(1, 2.0).state()).add('c').value(), Hash().add(1, 2.0, 'c').value());
}

TEST(Hash, OneBitChangesIt) { EXPECT_NE(Hash().add(1.0).value(), Hash().add(1.0000000000000002).value()); }

TEST(Hash, LengthsCountUnlessTheTypeTellsThem) {
  using Numbers = std::vector<int>;
  EXPECT_NE(Hash().add(Numbers{1}, Numbers{2, 3}).value(), Hash().add(Numbers{1, 2}, Numbers{3}).value());
  EXPECT_NE(Hash().add(Numbers{}).value(), Hash().value());
  EXPECT_NE(Hash().add(std::string("edge"), std::string("s")).value(),
            Hash().add(std::string(), std::string("edges")).value());
  EXPECT_EQ(Hash().add(std::array{1, 2}).value(), Hash().add(1, 2).value());
}

// ---- small parts that trade places, cancel, or differ by small numbers

// All sequences of up to `longest` numbers below eight, of one type.
template <class Number>
std::vector<std::vector<Number>> sequences(std::size_t longest) {
  std::vector<std::vector<Number>> all{{}};
  for (std::size_t begin = 0, length = 0; length < longest; ++length)
    for (const std::size_t end = all.size(); begin < end; ++begin)
      for (int number = 0; number < 8; ++number) {
        all.push_back(all[begin]);
        all.back().push_back(static_cast<Number>(number));
      }
  return all;
}

template <class Number>
class SmallParts : public testing::Test {};
using Numbers = testing::Types<std::int8_t, int, std::int64_t, float, double>;
TYPED_TEST_SUITE(SmallParts, Numbers);

// Also if only some of the bits are kept, as tables and types of records do: as often as random numbers.
TYPED_TEST(SmallParts, AllSequencesDiffer) {
  const auto all = sequences<TypeParam>(4);
  std::set<std::uint64_t> hashes, lower, upper;
  for (const auto& sequence : all) {
    Hash hash;
    for (const TypeParam number : sequence) hash.add(number);
    hashes.insert(hash.value());
    lower.insert(hash.value() & 0xffffffff);
    upper.insert(hash.value() >> 32);
  }
  EXPECT_EQ(all.size(), 4681u);
  EXPECT_EQ(hashes.size(), all.size());
  EXPECT_EQ(lower.size(), all.size());
  EXPECT_EQ(upper.size(), all.size());
}

// The sums of any two: in a sum of the states, pairs that swap their last values often cancel.
TYPED_TEST(SmallParts, SumsOfAnyTwoDiffer) {
  const auto equal_sums = [](auto value) {
    std::vector<std::uint64_t> sums;
    const auto all = sequences<TypeParam>(3);
    for (auto one = all.begin(); one != all.end(); ++one)
      for (auto other = all.begin(); other != one; ++other) {
        Hash of_one, of_other;
        for (const TypeParam number : *one) of_one.add(number);
        for (const TypeParam number : *other) of_other.add(number);
        sums.push_back((of_one.*value)() + (of_other.*value)());
      }
    const std::size_t pairs = sums.size();
    std::sort(sums.begin(), sums.end());
    return pairs - static_cast<std::size_t>(std::unique(sums.begin(), sums.end()) - sums.begin());
  };
  EXPECT_EQ(equal_sums(&Hash::value), 0u);
  EXPECT_GT(equal_sums(&Hash::state), 1000u) << "which states would do";
}

}  // namespace
}  // namespace partita
