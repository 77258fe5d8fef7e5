#include <cstdint>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include <partita/support/sentence.hpp>

namespace partita {
namespace {

TEST(Sentence, IsWordsAndWholeNumbersOneAfterTheOther) {
  Sentence sentence;
  EXPECT_EQ(sentence.view(), "");
  sentence.add("rank ", 3, " waits for ", std::size_t{320}, std::string(" bytes")).add(-1);
  EXPECT_EQ(sentence.view(), "rank 3 waits for 320 bytes-1");
}

TEST(Sentence, HasRoomForTheLargestNumbers) {
  Sentence sentence;
  sentence.add(std::numeric_limits<std::int64_t>::min(), " ", std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(sentence.view(), "-9223372036854775808 18446744073709551615");
}

TEST(Sentence, IsCutWhenItIsTooLong) {
  Sentence sentence;
  sentence.add(std::string(1000, 'a'), std::string(1000, 'b'), 7);
  EXPECT_EQ(sentence.view(), std::string(1000, 'a') + std::string(23, 'b'));
}

}  // namespace
}  // namespace partita
