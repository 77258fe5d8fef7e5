#include <gtest/gtest.h>

#include <partita/support/duration.hpp>

namespace partita {
namespace {

TEST(TimeOf, ShortTimesHaveThreeDigitsAndAUnit) {
  EXPECT_EQ(time_of(2.1649e-5), "21.6 us");
  EXPECT_EQ(time_of(1.2345e-3), "1.23 ms");
  EXPECT_EQ(time_of(3.1), "3.1 s");
  EXPECT_EQ(time_of(0), "0 us");
}

}  // namespace
}  // namespace partita
