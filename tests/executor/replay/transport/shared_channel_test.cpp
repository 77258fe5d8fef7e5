#include <array>
#include <cstdint>
#include <cstring>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <partita/executor/replay/transport/shared_channel.hpp>
#include <partita/support/random.hpp>

namespace partita {

using namespace detail;
namespace {

using Side = SharedChannel::Side;

// A channel with both ends in one process.
class SharedChannelTest : public testing::Test {
 protected:
  struct alignas(SharedChannel::line) Line {
    std::byte bytes[SharedChannel::line];
  };

  void make(std::size_t longest, bool both_ways) {
    // What the memory held before is no message.
    memory_.resize(SharedChannel::size(longest) / sizeof(Line));
    std::memset(memory_.data(), 1, SharedChannel::size(longest));
    SharedChannel::clear(memory_.front().bytes, longest);
    first_ = {memory_.front().bytes, longest, Side::first, both_ways};
    second_ = {memory_.front().bytes, longest, Side::second, both_ways};
  }

  static bool send(SharedChannel& from, const std::vector<std::byte>& message) {
    std::byte* const room = from.room_to_send(message.size());
    if (room == nullptr) return false;
    if (!message.empty()) std::memcpy(room, message.data(), message.size());
    from.send(message.size());
    return true;
  }

  static std::vector<std::byte> receive(SharedChannel& at) {
    const auto [place, bytes, types] = at.poll();
    EXPECT_NE(place, nullptr) << "nothing has come";
    std::vector<std::byte> message(place, place + bytes);
    at.release();
    return message;
  }

  static std::vector<std::byte> random_bytes(std::size_t bytes, std::uint64_t seed) {
    Random random(seed);
    std::vector<std::byte> made(bytes);
    for (std::byte& byte : made) byte = static_cast<std::byte>(random.below(256));
    return made;
  }

  std::vector<Line> memory_;
  SharedChannel first_{nullptr, 0, Side::first, true}, second_ = first_;
};

constexpr std::size_t lengths[] = {0, 1, 47, 48, 49, 64, 65, 1000};

TEST_F(SharedChannelTest, BringsMessagesOfAnyLengthThatItHolds) {
  for (const std::size_t longest : lengths) {
    make(longest, false);
    std::uint64_t replay = 0;
    for (const std::size_t bytes : lengths) {
      EXPECT_EQ(first_.holds(bytes), bytes <= longest);
      if (bytes > longest) continue;
      EXPECT_EQ(second_.poll().place, nullptr);
      const std::vector<std::byte> message = random_bytes(bytes, ++replay);
      EXPECT_TRUE(send(first_, message));
      EXPECT_EQ(receive(second_), message);
    }
  }
}

TEST_F(SharedChannelTest, SaysOfWhatTypesValuesAreAlsoOfAMessageThatItDoesNotHold) {
  make(8, false);
  for (const std::size_t bytes : {std::size_t{8}, std::size_t{1} << 40}) {
    first_.send(bytes, 0xffff);
    EXPECT_EQ(second_.poll().bytes, bytes);
    EXPECT_EQ(second_.poll().types, 0xffff);
    second_.release();
  }
}

TEST_F(SharedChannelTest, BothEndsSendAndSwapRooms) {
  make(1000, true);
  for (std::uint64_t replay = 0; replay < 10; ++replay) {
    const std::vector<std::byte> there = random_bytes(lengths[replay % 8], 2 * replay),
                                 back = random_bytes(lengths[replay * 3 % 8], 2 * replay + 1);
    EXPECT_TRUE(send(first_, there));
    EXPECT_EQ(first_.poll().place, nullptr) << "its own message";
    EXPECT_TRUE(send(second_, back));
    const std::byte* const read = second_.poll().place;
    EXPECT_EQ(receive(second_), there);
    EXPECT_EQ(receive(first_), back);
    EXPECT_LT(std::abs(second_.room_to_send(1000) - read), SharedChannel::line)
        << "it writes where it has read";
  }
}

TEST_F(SharedChannelTest, OneEndMayBeAnExchangeAhead) {
  make(8, true);
  const std::vector<std::byte> message = random_bytes(8, 1);
  EXPECT_TRUE(send(first_, message));
  EXPECT_TRUE(send(second_, message));
  EXPECT_EQ(receive(first_), message);
  const std::vector<std::byte> next = random_bytes(8, 2);
  EXPECT_TRUE(send(first_, next));
  EXPECT_EQ(receive(second_), message);
  EXPECT_EQ(receive(second_), next);
}

TEST_F(SharedChannelTest, OneWayTheSenderIsTwoMessagesAheadAtMost) {
  make(8, false);
  for (std::uint64_t replay = 0; replay < 4; ++replay) {
    const std::array<std::vector<std::byte>, 3> messages{
        random_bytes(8, replay), random_bytes(8, replay + 10), random_bytes(8, replay + 20)};
    EXPECT_TRUE(send(first_, messages[0]));
    EXPECT_TRUE(send(first_, messages[1]));
    EXPECT_FALSE(send(first_, messages[2]));
    EXPECT_EQ(receive(second_), messages[0]);
    EXPECT_TRUE(send(first_, messages[2]));
    EXPECT_EQ(receive(second_), messages[1]);
    EXPECT_EQ(receive(second_), messages[2]);
  }
}

TEST_F(SharedChannelTest, OfWhatHasNoRoomTheLengthIsSent) {
  for (const bool both_ways : {true, false}) {
    make(8, both_ways);
    const auto announce = [](SharedChannel& from, std::size_t bytes) {
      EXPECT_FALSE(from.holds(bytes));
      EXPECT_NE(from.room_to_send(bytes), nullptr);
      from.send(bytes);
    };
    const auto expect_announced = [](SharedChannel& at, std::size_t bytes) {
      const auto [place, said, types] = at.poll();
      EXPECT_NE(place, nullptr);
      EXPECT_EQ(said, bytes);
      at.release();
    };
    for (std::uint64_t replay = 0; replay < 32; ++replay) {
      const std::vector<std::byte> there = random_bytes(8, 2 * replay),
                                   back = random_bytes(8, 2 * replay + 1);
      const bool too_long_there = replay % 3 == 0, too_long_back = replay % 5 < 2;
      if (too_long_there)
        announce(first_, 1000 + replay);
      else
        EXPECT_TRUE(send(first_, there));
      if (both_ways && !too_long_back) {
        EXPECT_TRUE(send(second_, back));
        EXPECT_EQ(receive(first_), back);
      } else if (both_ways) {
        announce(second_, 2000 + replay);
        expect_announced(first_, 2000 + replay);
      }
      if (too_long_there)
        expect_announced(second_, 1000 + replay);
      else
        EXPECT_EQ(receive(second_), there);
    }
  }
}

// Two threads, as two ranks of a host: what the thread sanitizer can judge.
TEST_F(SharedChannelTest, EndsOnDifferentProcessorsSeeWholeMessages) {
  constexpr std::uint64_t messages = 500;
  // Numbers that tell replay, side and place apart; short and long messages in turn.
  const auto length = [](std::uint64_t replay) { return std::size_t{1} + replay % 3 * 20; };
  const auto number = [](std::uint64_t replay, Side side, std::size_t place) {
    return (2 * replay + static_cast<std::uint64_t>(side)) * 100 + place;
  };
  const auto send_all = [&](SharedChannel& end, std::uint64_t replay, Side side) {
    const std::size_t bytes = length(replay) * sizeof(std::uint64_t);
    std::byte* room = nullptr;
    while ((room = end.room_to_send(bytes)) == nullptr) std::this_thread::yield();
    for (std::size_t place = 0; place < length(replay); ++place) {
      const std::uint64_t sent = number(replay, side, place);
      std::memcpy(room + place * sizeof sent, &sent, sizeof sent);
    }
    end.send(bytes);
  };
  const auto wrong_in_next = [&](SharedChannel& end, std::uint64_t replay, Side side) {
    SharedChannel::Message message{};
    while ((message = end.poll()).place == nullptr) std::this_thread::yield();
    int wrong = message.bytes == length(replay) * sizeof(std::uint64_t) ? 0 : 1;
    for (std::size_t place = 0; place < length(replay); ++place) {
      std::uint64_t received = 0;
      std::memcpy(&received, message.place + place * sizeof received, sizeof received);
      wrong += received == number(replay, side, place) ? 0 : 1;
    }
    end.release();
    return wrong;
  };
  for (const bool both_ways : {true, false}) {
    make(41 * sizeof(std::uint64_t), both_ways);
    int wrong_at_second = 0, wrong_at_first = 0;
    std::thread other([&] {
      for (std::uint64_t replay = 0; replay < messages; ++replay) {
        if (both_ways) send_all(second_, replay, Side::second);
        wrong_at_second += wrong_in_next(second_, replay, Side::first);
      }
    });
    for (std::uint64_t replay = 0; replay < messages; ++replay) {
      send_all(first_, replay, Side::first);
      if (both_ways) wrong_at_first += wrong_in_next(first_, replay, Side::second);
    }
    other.join();
    EXPECT_EQ(wrong_at_first, 0);
    EXPECT_EQ(wrong_at_second, 0);
  }
}

TEST_F(SharedChannelTest, KnowsWhenTheOtherEndHasLeft) {
  for (const bool both_ways : {true, false}) {
    make(8, both_ways);
    EXPECT_FALSE(second_.other_has_left());
    first_.leave();
    EXPECT_TRUE(second_.other_has_left());
    EXPECT_FALSE(first_.other_has_left());
    second_.leave();
    EXPECT_TRUE(first_.other_has_left());
  }
}

}  // namespace
}  // namespace partita
