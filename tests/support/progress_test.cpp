#include <gtest/gtest.h>

#include <partita/support/progress.hpp>

namespace partita {
namespace {

TEST(Progress, HasNothingToShowWhenSwitchedOff) {
  Progress progress(false);
  EXPECT_FALSE(progress.due());
  progress.show("half way");
  EXPECT_FALSE(progress.due());
}

}  // namespace
}  // namespace partita
