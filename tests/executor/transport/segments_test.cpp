#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

#include <partita/executor/replay/replay.hpp>
#include <partita/executor/transport/segments.hpp>
#include <partita/support/error.hpp>

#include "tests/executor/every_plan.hpp"

namespace partita {
using namespace detail;
namespace {

TEST(SegmentsOfAMessage, FollowOneAnotherAndTheLastIsShorter) {
  for (std::size_t bytes = 0; bytes < 50; ++bytes)
    for (std::size_t longest = 1; longest < 12; ++longest) {
      const Segments segments(bytes, longest);
      std::size_t end = 0;
      for (std::size_t k = 0; k < segments.count(); ++k) {
        EXPECT_EQ(segments.begin(k), end);
        end += segments.length(k);
        EXPECT_EQ(segments.length(k) < longest, k + 1 == segments.count()) << bytes << " by " << longest;
      }
      EXPECT_EQ(end, bytes);
    }
}

TEST(SegmentsOfAMessage, AreOneIfItIsNotCut) {
  EXPECT_EQ(Segments(1000).count(), 1U);
  EXPECT_EQ(Segments(1000).length(0), 1000U);
}

// Messages of 100 units round a ring, and what MPI receives of them.
class SegmentedRing : public testing::TestWithParam<Protocol> {
 protected:
  Replay ring(std::size_t segment) const {
    return {comm_,
            {1, {{0, next_, {{0, 100}}}}, {{0, previous_, {{0, 100}}}}},
            {.protocol = GetParam(), .transport = Transport::mpi, .segment = segment}};
  }

  const Communicator comm_{MPI_COMM_WORLD};
  const int next_ = (comm_.rank() + 1) % comm_.size();
  const int previous_ = (comm_.rank() + comm_.size() - 1) % comm_.size();
};

INSTANTIATE_TEST_SUITE_P(Protocols, SegmentedRing,
                         testing::Values(Protocol::post_all, Protocol::windowed, Protocol::ready_signal,
                                         Protocol::pairwise_sync, Protocol::barrier),
                         [](const auto& protocol) { return std::string(name_of(protocol.param)); });

// Longer and shorter ones in turn, from another memory each time: requests are made anew.
TEST_P(SegmentedRing, MessagesOfAnyLengthArriveWhole) {
  for (const std::size_t segment : {1u, 7u, 64u, 800u, 100000u}) {
    Replay replay = ring(segment);
    for (const std::size_t bytes_per_unit : {1u, 8u, 3u, 16u, 8u}) {
      std::vector<std::byte> sent(100 * bytes_per_unit), received(sent.size()), expected(sent.size());
      for (int again = 0; again < 3; ++again) {
        for (std::size_t k = 0; k < sent.size(); ++k) {
          const auto at = [&](int rank) {
            return static_cast<std::byte>(k + 10 * static_cast<std::size_t>(rank + again));
          };
          sent[k] = at(comm_.rank());
          expected[k] = at(previous_);
        }
        replay.begin(sent.data(), received.data(), bytes_per_unit);
        replay.finish();
        ASSERT_EQ(received, expected) << "segments of " << segment;
      }
    }
  }
}

// Two segments instead of four: the second is shorter than its receiver expects.
TEST_P(SegmentedRing, FindsTheSenderThatHasFewerBytesPerUnit) {
  if (comm_.size() == 1) GTEST_SKIP() << "to oneself it is the same";
  // Rank 0 receives from the last rank and sends nothing: a message that is too long would end the program.
  const bool sends = comm_.rank() + 1 == comm_.size();
  std::vector<Layout> out, in;
  if (sends) out = {{0, 0, {{0, 100}}}};
  if (comm_.rank() == 0) in = {{0, comm_.size() - 1, {{0, 100}}}};
  Replay replay(comm_, {1, out, in}, {.protocol = GetParam(), .transport = Transport::mpi, .segment = 300});
  std::vector<std::byte> memory(800);
  replay.begin(memory.data(), memory.data(), sends ? 4 : 8);
  if (comm_.rank() == 0)
    EXPECT_THROW(replay.finish(), Error);
  else
    replay.finish();
}

}  // namespace
}  // namespace partita
