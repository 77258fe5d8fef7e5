#include <gtest/gtest.h>

#include <partita/support/progress.hpp>

namespace partita {
namespace {

TEST(Duration, ReadsLikeAClock) {
  EXPECT_EQ(duration(0.2), "0:00");
  EXPECT_EQ(duration(59.6), "1:00");
  EXPECT_EQ(duration(125), "2:05");
  EXPECT_EQ(duration(3725), "1:02:05");
}

TEST(Progress, IsSilentWhenSwitchedOff) {
  testing::internal::CaptureStderr();
  {
    Progress progress(false);
    EXPECT_FALSE(progress.due());
    progress.show("half way");
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace partita
