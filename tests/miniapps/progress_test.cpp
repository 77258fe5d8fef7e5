#include "miniapps/progress.hpp"

#include <gtest/gtest.h>

namespace partita {
namespace {

TEST(Duration, ReadsLikeAClock) {
  EXPECT_EQ(duration(0.2), "0:00");
  EXPECT_EQ(duration(59.6), "1:00");
  EXPECT_EQ(duration(125), "2:05");
  EXPECT_EQ(duration(3725), "1:02:05");
}

TEST(Progress, HasNothingToShowWhenSwitchedOff) {
  Progress progress(false);
  EXPECT_FALSE(progress.due());
  progress.show("half way");
  EXPECT_FALSE(progress.due());
}

}  // namespace
}  // namespace partita
