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

}  // namespace
}  // namespace partita
