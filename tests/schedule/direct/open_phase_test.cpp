#include <gtest/gtest.h>

#include <partita/schedule/direct/open_phase.hpp>

namespace partita {
using namespace detail;
namespace {

TEST(OpenPhase, TakesOneMessageOfASenderAndOneOfAReceiver) {
  OpenPhase phase(4, Machine{});
  EXPECT_TRUE(phase.add(0, 1));
  EXPECT_FALSE(phase.add(0, 2)) << "sends already";
  EXPECT_FALSE(phase.add(2, 1)) << "receives already";
  EXPECT_TRUE(phase.add(1, 0));
  EXPECT_TRUE(phase.add(3, 3)) << "to oneself";
  EXPECT_TRUE(phase.sends(0) && phase.receives(1) && phase.sends(3) && phase.receives(3));
  EXPECT_FALSE(phase.sends(2) || phase.receives(2));
}

TEST(OpenPhase, TakesOneMessageOfALink) {
  OpenPhase phase(4, machine_named("mesh:4x1", 4));
  EXPECT_TRUE(phase.add(0, 2));
  EXPECT_FALSE(phase.add(1, 3)) << "both pass from 1 to 2";
  EXPECT_FALSE(phase.sends(1) || phase.receives(3)) << "a refusal leaves no trace";
  EXPECT_TRUE(phase.add(2, 3));
  EXPECT_TRUE(phase.add(3, 0)) << "the other direction";
}

TEST(OpenPhase, ForgetsWhatIsRemovedAndEverythingWhenCleared) {
  OpenPhase phase(4, machine_named("mesh:4x1", 4));
  EXPECT_TRUE(phase.add(0, 2));
  phase.remove(0, 2);
  EXPECT_TRUE(phase.add(1, 3));
  phase.clear();
  EXPECT_FALSE(phase.sends(1) || phase.receives(3));
  EXPECT_TRUE(phase.add(0, 2));
}

}  // namespace
}  // namespace partita
