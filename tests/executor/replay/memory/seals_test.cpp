// Single bits that change on each leg of a journey.
#include <algorithm>
#include <cstring>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/executor/replay/memory/seals.hpp>
#include <partita/support/random.hpp>

namespace partita::detail {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

// Rank 1 sends 24 of 60 units of 8 bytes, in three blocks, to rank 4, which receives them in two.
class AJourney : public testing::Test {
 protected:
  static constexpr std::size_t bytes = 8, units = 24;
  std::vector<std::byte> field = std::vector<std::byte>(60 * bytes), ghosts = field, message{units * bytes};
  ReplayMemory sender{{1, {{0, 4, {{40, 10}, {7, 4}, {20, 10}}}}, {}}},
      receiver{{1, {}, {{0, 1, {{3, 12}, {30, 12}}}}}};
  Seals at_sender, at_receiver;
  Random random{1};

  AJourney() {
    for (std::byte& byte : field) byte = static_cast<std::byte>(random.below(256));
    const Records from(field.data(), bytes), into(ghosts.data(), bytes);
    sender.begin({&from, 1}, {}, bytes);
    receiver.begin({}, {&into, 1}, bytes);
  }
  void flip(std::vector<std::byte>& where, std::size_t byte) {
    where[byte] ^= static_cast<std::byte>(1U << random.below(8));
  }
  std::size_t any_byte() { return random.below(static_cast<std::uint32_t>(message.size())); }
  // A byte of the message, among the ghosts.
  static std::size_t ghost_of(std::size_t byte) {
    return byte < 12 * bytes ? 3 * bytes + byte : 30 * bytes + byte - 12 * bytes;
  }
};

TEST_F(AJourney, WithoutAChangeFindsNothing) {
  for (int trial = 0; trial < 1000; ++trial) {
    flip(field, random.below(60 * bytes));
    sender.pack(sender.sends()[0], message.data());
    const std::uint32_t seal = at_sender.seal(sender, 0, message.data(), message.size());
    receiver.unpack(0, message.data());
    at_receiver.check(receiver, 0, seal);
  }
  EXPECT_THAT(at_sender.found(), IsEmpty());
  EXPECT_THAT(at_receiver.found(), IsEmpty());
}

TEST_F(AJourney, NamesTheLegOnWhichABitHasChangedAndTheUnit) {
  for (int trial = 0; trial < 1000; ++trial)
    for (const int leg : {0, 1, 2}) {
      Seals here, there;
      const std::size_t byte = any_byte();
      sender.pack(sender.sends()[0], message.data());
      if (leg == 0) flip(message, byte);
      const std::uint32_t seal = here.seal(sender, 0, message.data(), message.size());
      if (leg == 1) flip(message, byte);
      receiver.unpack(0, message.data());
      if (leg == 2) flip(ghosts, ghost_of(byte));
      there.check(receiver, 0, seal);
      const std::string unit = "first in unit " + std::to_string(byte / bytes) + " of 24";
      const auto packed = AllOf(HasSubstr("to rank 4 changed while they were packed"), HasSubstr(unit));
      const auto unpacked = AllOf(HasSubstr("from rank 1 changed while they were unpacked"), HasSubstr(unit));
      if (leg == 0) {
        ASSERT_THAT(here.found(), packed);
      } else if (leg == 1) {
        ASSERT_THAT(there.found(), HasSubstr("from rank 1 changed while they travelled"));
      } else {
        ASSERT_THAT(there.found(), unpacked);
      }
      ASSERT_THAT(leg == 0 ? there.found() : here.found(), IsEmpty()) << "one leg alone is named";
    }
}

}  // namespace
}  // namespace partita::detail
