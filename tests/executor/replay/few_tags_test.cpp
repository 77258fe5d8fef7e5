// As if some ten thousand exchanges had been made.
#include "tests/few_tags.hpp"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <partita/executor/replay/replay.hpp>
#include <partita/support/error.hpp>
#include <partita/support/random.hpp>

#include "tests/executor/left_messages.hpp"

namespace partita::detail {
namespace {

using testing_support::with_tags_up_to;

// Ranks let go of replays in orders of their own, and of a few in the middle. Each has three tags.
TEST(FewTags, NoReplayReceivesTheMessagesOfAnother) {
  const Communicator comm = with_tags_up_to(40);
  const int next = (comm.rank() + 1) % comm.size(), previous = (comm.rank() + comm.size() - 1) % comm.size();
  Random own(static_cast<std::uint64_t>(comm.rank()));
  int sent = 0, received = -1;
  const auto begin = [&](Replay& replay, int value) {
    sent = value;
    replay.begin(std::as_bytes(std::span(&sent, 1)).data(),
                 std::as_writable_bytes(std::span(&received, 1)).data(), sizeof(int));
  };
  std::deque<std::optional<Replay>> living;  // the last eight, but for those that this rank has let go
  for (int made = 0; made < 300; ++made) {
    living.emplace_back();
    living.back().emplace(comm, Layouts{1, {{0, next, {{0, 1}}}}, {{0, previous, {{0, 1}}}}},
                          ReplayOptions{.transport = Transport::mpi});
    if (living.size() > 8) living.pop_front();
    for (std::size_t k = living.size() - std::min<std::size_t>(living.size(), 3); k < living.size(); ++k) {
      begin(*living[k], 1000 * made + comm.rank());
      living[k]->finish();
      ASSERT_EQ(received, 1000 * made + previous);
    }
    if (made % 100 == 50) {  // begun by all, and never finished by the last
      try {
        Replay left = std::move(*living.back());
        living.pop_back();
        begin(left, -1);
        if (comm.rank() + 1 == comm.size()) throw Error("between begin and finish");
        left.finish();
      } catch (const Error&) {
      }
    }
    for (std::size_t k = 0; k + 3 < living.size(); ++k)
      if (own.below(4) == 0) living[k].reset();
  }
  testing_support::receive_what_is_left(comm);
}

}  // namespace
}  // namespace partita::detail
