#include <gtest/gtest.h>

#include <partita/support/duration.hpp>

namespace partita {
namespace {

TEST(Duration, ReadsLikeAClock) {
  EXPECT_EQ(duration(0.2), "0:00");
  EXPECT_EQ(duration(59.6), "1:00");
  EXPECT_EQ(duration(125), "2:05");
  EXPECT_EQ(duration(3725), "1:02:05");
}

TEST(Duration, ShortTimesHaveThreeDigitsAndAUnit) {
  EXPECT_EQ(time_of(2.1649e-5), "21.6 us");
  EXPECT_EQ(time_of(1.2345e-3), "1.23 ms");
  EXPECT_EQ(time_of(3.1), "3.1 s");
  EXPECT_EQ(time_of(0), "0 us");
}

}  // namespace
}  // namespace partita
