// Long messages in fragments. A program of its own: it watches which messages MPI is given.
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <mpi.h>

#include <partita/executor/plan/plan.hpp>
#include <partita/executor/replay/replay.hpp>
#include <partita/executor/replay/transport/fragments.hpp>
#include <partita/support/error.hpp>

#include "tests/executor/every_plan.hpp"
#include "tests/executor/hosts.hpp"

namespace {

// Bytes of the requests made since it was cleared.
std::vector<std::size_t> sent, received;

std::size_t bytes_of(int count, MPI_Datatype type) {
  int size = 0;
  MPI_Type_size(type, &size);
  return static_cast<std::size_t>(count) * static_cast<std::size_t>(size);
}

}  // namespace

extern "C" {

int MPI_Send_init(const void* memory, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
                  MPI_Request* request) {
  if (count > 0) sent.push_back(bytes_of(count, type));  // signals are empty
  return PMPI_Send_init(memory, count, type, to, tag, comm, request);
}

int MPI_Recv_init(void* memory, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
                  MPI_Request* request) {
  if (count > 0) received.push_back(bytes_of(count, type));
  return PMPI_Recv_init(memory, count, type, from, tag, comm, request);
}
}

namespace partita {
using namespace detail;
namespace {

TEST(FragmentsOfAMessage, FollowOneAnotherAndTheLastIsShorter) {
  for (std::size_t bytes = 0; bytes < 50; ++bytes)
    for (std::size_t longest = 1; longest < 12; ++longest) {
      const Fragments fragments(bytes, longest);
      std::size_t end = 0;
      for (std::size_t k = 0; k < fragments.count(); ++k) {
        EXPECT_EQ(fragments.begin(k), end);
        end += fragments.length(k);
        EXPECT_EQ(fragments.length(k) < longest, k + 1 == fragments.count()) << bytes << " by " << longest;
      }
      EXPECT_EQ(end, bytes);
    }
}

TEST(FragmentsOfAMessage, AreOneIfItIsNotCutOrWouldHaveTooMany) {
  EXPECT_EQ(Fragments(1000).count(), 1U);
  EXPECT_EQ(Fragments(1000).length(0), 1000U);
  EXPECT_EQ(Fragments(10 * Fragments::most - 1, 10).count(), Fragments::most);
  EXPECT_EQ(Fragments(10 * Fragments::most, 10).count(), 1U);
}

TEST(FragmentsOfAMessage, AreAsLongAsTheMachineSays) {
  const MessageVectors vectors = message_vectors(Communicator(MPI_COMM_WORLD), DestinationVector{});
  const auto planned = [&](double fragment) {
    return make_plan(vectors, {.schedule = {.machine = {.costs = {.fragment = fragment}}}})
        .best()
        .way.fragment;
  };
  EXPECT_EQ(planned(0), 0U);
  EXPECT_EQ(planned(15e3), 15000U);
  EXPECT_EQ(Fragments(1000000, planned(std::numeric_limits<double>::infinity())).count(), 1U);
}

// Messages of 100 units round a ring of ranks that are on the first host and on the second by turns.
class FragmentedRing : public testing::TestWithParam<Protocol> {
 protected:
  Replay ring(const Communicator& comm, std::size_t fragment) const {
    return {comm,
            {1, {{0, next_, {{0, 100}}}}, {{0, previous_, {{0, 100}}}}},
            {.way = {.protocol = GetParam(), .fragment = fragment}, .transport = Transport::mpi}};
  }

  const Communicator comm_ = testing_support::on_two_hosts();
  const int next_ = (comm_.rank() + 1) % comm_.size();
  const int previous_ = (comm_.rank() + comm_.size() - 1) % comm_.size();
};

INSTANTIATE_TEST_SUITE_P(Protocols, FragmentedRing, testing::ValuesIn(testing_support::all_protocols()),
                         [](const auto& protocol) { return std::string(name_of(protocol.param)); });

// Longer and shorter ones in turn: requests are made anew.
TEST_P(FragmentedRing, MessagesOfAnyLengthArriveWhole) {
  for (const std::size_t fragment : {1u, 7u, 64u, 800u, 100000u}) {
    Replay replay = ring(comm_, fragment);
    for (const std::size_t bytes_per_unit : {1u, 8u, 3u, 16u, 8u}) {
      std::vector<std::byte> mine(100 * bytes_per_unit), found(mine.size()), expected(mine.size());
      for (int again = 0; again < 3; ++again) {
        for (std::size_t k = 0; k < mine.size(); ++k) {
          const auto at = [&](int rank) {
            return static_cast<std::byte>(k + 10 * static_cast<std::size_t>(rank + again));
          };
          mine[k] = at(comm_.rank());
          expected[k] = at(previous_);
        }
        replay.begin(mine.data(), found.data(), bytes_per_unit);
        replay.finish();
        ASSERT_EQ(found, expected) << "fragments of " << fragment;
      }
    }
  }
}

TEST_P(FragmentedRing, OnlyPhasedProtocolsCutMessagesAndOnlyBetweenHosts) {
  using Lengths = std::vector<std::size_t>;
  const Communicator one_host(MPI_COMM_WORLD);
  for (const bool is_far : {true, false}) {
    Replay replay = ring(is_far ? comm_ : one_host, 300);
    const std::vector<std::byte> mine(800);
    std::vector<std::byte> found(800);
    sent.clear();
    received.clear();
    replay.begin(mine.data(), found.data(), 8);
    replay.finish();
    const auto expected = [&](int partner) {
      const bool is_cut =
          is_far && entry_of(GetParam()).sends_fragments() && (partner + comm_.rank()) % 2 == 1;
      return is_cut ? Lengths{300, 300, 200} : Lengths{800};
    };
    EXPECT_EQ(sent, expected(next_));
    EXPECT_EQ(received, expected(previous_));
  }
}

// In as many fragments, or in fewer.
TEST_P(FragmentedRing, FindsTheSenderThatHasFewerBytesPerUnit) {
  if (comm_.size() == 1) GTEST_SKIP() << "to oneself it is the same";
  // Rank 0 receives from rank 1 and sends nothing: a message that is too long would end the program.
  std::vector<Layout> out, in;
  if (comm_.rank() == 1) out = {{0, 0, {{0, 100}}}};
  if (comm_.rank() == 0) in = {{0, 1, {{0, 100}}}};
  for (const std::size_t fewer : {7u, 4u, 2u}) {
    Replay replay(comm_, {1, out, in},
                  {.way = {.protocol = GetParam(), .fragment = 300}, .transport = Transport::mpi});
    std::vector<std::byte> memory(800);
    replay.begin(memory.data(), memory.data(), comm_.rank() == 1 ? fewer : 8);
    if (comm_.rank() == 0)
      EXPECT_THROW(replay.finish(), Error) << fewer;
    else
      replay.finish();
  }
}

}  // namespace
}  // namespace partita
