#include "miniapps/progress.hpp"

#include <gtest/gtest.h>

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
