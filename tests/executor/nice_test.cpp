#include <limits>
#include <numeric>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <partita/executor/choosing/choose_plan.hpp>
#include <partita/executor/nice.hpp>
#include <partita/schedule/schedule.hpp>
#include <partita/support/error.hpp>
#include <partita/support/random.hpp>

#include "tests/executor/every_plan.hpp"
#include "tests/sentence.hpp"

namespace partita {
namespace {

using testing_support::sentence_of;

// Some ranks may have nothing to send or to receive; some send to themselves.
std::vector<DestinationVector> random_destinations(int ranks, std::uint64_t seed) {
  Random random(seed);
  const std::uint32_t percent = random.below(101);
  std::vector<DestinationVector> rows(static_cast<std::size_t>(ranks));
  for (DestinationVector& row : rows)
    for (int to = 0; to < ranks; ++to)
      if (random.below(100) < percent) row.push_back({to, 1 + random.below(40)});
  return rows;
}

// The k-th unit that `from` sends `to` in a communication.
int unit(int from, int to, int k, int communication) {
  return ((communication * 64 + from) * 64 + to) * 64 + k;
}

using Buffers = std::vector<std::vector<int>>;

Buffers buffers_for(const std::vector<MatrixEntry>& entries) {
  Buffers buffers;
  for (const auto [rank, length] : entries) buffers.emplace_back(length, -1);
  return buffers;
}

class NiceTest : public testing::TestWithParam<std::tuple<Algorithm, Protocol>> {
 protected:
  const Communicator comm_{MPI_COMM_WORLD};
};

INSTANTIATE_TEST_SUITE_P(EveryPlan, NiceTest, testing_support::every_plan(), testing_support::name_of_plan);

TEST_P(NiceTest, EveryBufferArrivesInTheOneOfItsSource) {
  const auto [algorithm, protocol] = GetParam();
  const int me = comm_.rank();
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto rows = random_destinations(comm_.size(), seed);
    const DestinationVector& destinations = rows[static_cast<std::size_t>(me)];
    auto table = nice::schedule(comm_, destinations,
                                {.algorithm = algorithm, .seed = seed, .machine = {.ranks_per_host = 2}});
    table.way.protocol = protocol;
    EXPECT_EQ(table.sources, CommunicationMatrix(rows).sources()[static_cast<std::size_t>(me)]);

    nice::Communication communicate(comm_, table);
    Buffers to = buffers_for(destinations), from = buffers_for(table.sources);
    std::vector<const void*> outgoing;
    std::vector<void*> incoming;
    for (auto& buffer : to) outgoing.push_back(buffer.data());
    for (auto& buffer : from) incoming.push_back(buffer.data());
    for (int replay = 0; replay < 3; ++replay) {
      for (std::size_t d = 0; d < to.size(); ++d)
        for (int k = 0; k < std::ssize(to[d]); ++k) to[d][k] = unit(me, destinations[d].rank, k, replay);
      communicate(outgoing, incoming, sizeof(int));
      for (std::size_t s = 0; s < from.size(); ++s)
        for (int k = 0; k < std::ssize(from[s]); ++k)
          ASSERT_EQ(from[s][k], unit(table.sources[s].rank, me, k, replay)) << "seed " << seed;
    }
  }
}

TEST(Nice, BuffersMayChangeFromCallToCallAndUnitsToo) {
  const Communicator comm(MPI_COMM_WORLD);
  const int next = (comm.rank() + 1) % comm.size(), previous = (comm.rank() + comm.size() - 1) % comm.size();
  nice::Communication communicate(comm, nice::schedule(comm, {{next, 2}}));
  for (const std::size_t bytes_per_unit : {1u, 3u, 4096u}) {
    const std::vector<std::byte> to(2 * bytes_per_unit, static_cast<std::byte>(comm.rank()));
    std::vector<std::byte> from(2 * bytes_per_unit, std::byte{99});
    const void* outgoing = to.data();
    void* incoming = from.data();
    communicate({&outgoing, 1}, {&incoming, 1}, bytes_per_unit);
    EXPECT_EQ(from, std::vector<std::byte>(2 * bytes_per_unit, static_cast<std::byte>(previous)));
  }
}

TEST(Nice, SeveralCommunicationsAreUnderWayAtOnceAndFinishInAnyOrder) {
  const Communicator comm(MPI_COMM_WORLD);
  const int next = (comm.rank() + 1) % comm.size(), previous = (comm.rank() + comm.size() - 1) % comm.size();
  const auto table = nice::schedule(comm, {{next, 2}});
  nice::Communication first(comm, table), second(comm, table);
  const std::vector<int> to_first{comm.rank(), 1}, to_second{comm.rank(), 2};
  std::vector<int> from_first(2, -1), from_second(2, -1);
  const auto begin = [](nice::Communication& communication, const std::vector<int>& to,
                        std::vector<int>& from) {
    const void* outgoing = to.data();
    void* incoming = from.data();
    communication.begin({&outgoing, 1}, {&incoming, 1}, sizeof(int));
  };
  begin(first, to_first, from_first);
  begin(second, to_second, from_second);
  EXPECT_THROW(begin(first, to_first, from_first), Error) << "it is under way";
  second.finish();
  EXPECT_EQ(from_second, (std::vector<int>{previous, 2}));
  first.finish();
  EXPECT_EQ(from_first, (std::vector<int>{previous, 1}));
  EXPECT_THROW(first.finish(), Error) << "none is under way";
}

TEST(Nice, ChoosesForTheMachineHereUnlessToldMore) {
  const Communicator comm(MPI_COMM_WORLD);
  const auto table = nice::schedule(comm, {{(comm.rank() + 1) % comm.size(), 2}});
  EXPECT_EQ(table.reason, choose_plan(message_vectors(comm, table.destinations)).reason);
  EXPECT_EQ(table.phases.phases, 1);
  const auto named =
      nice::schedule(comm, table.destinations, ScheduleOptions{.algorithm = Algorithm::standard_exchange});
  EXPECT_EQ(named.reason, "") << "nothing was chosen";
}

// Many senders at a time slow a receiver, and schedules take long to build.
TEST(Nice, ChoosesByTheExpectedNumberOfReplays) {
  const Communicator comm(MPI_COMM_WORLD);
  DestinationVector everyone;
  for (int to = 0; to < comm.size(); ++to)
    if (to != comm.rank()) everyone.push_back({to, 1 + to});
  ChoiceOptions options{.bytes_per_unit = 100'000, .replays = 1};
  options.schedule.machine.costs = {
      .start_up = 50e-6, .bandwidth = 10e6, .receive_penalty = 1, .slowdown = 1e9};
  const auto once = nice::schedule(comm, everyone, options);
  options.replays = std::numeric_limits<double>::infinity();
  const auto for_ever = nice::schedule(comm, everyone, options);

  EXPECT_EQ(once.sources, for_ever.sources);
  EXPECT_EQ(once.reason, choose_plan(message_vectors(comm, everyone), {options.schedule, 100'000, 1}).reason);
  EXPECT_EQ(once.reason != for_ever.reason, comm.size() >= 3) << once.reason << "; " << for_ever.reason;
  std::vector<std::vector<char>> to, from;
  for (const auto& [rank, length] : for_ever.destinations) to.emplace_back(length, static_cast<char>(rank));
  for (const auto& [rank, length] : for_ever.sources) from.emplace_back(length, 'x');
  std::vector<const void*> outgoing;
  std::vector<void*> incoming;
  for (const auto& buffer : to) outgoing.push_back(buffer.data());
  for (auto& buffer : from) incoming.push_back(buffer.data());
  nice::Communication(comm, for_ever)(outgoing, incoming, 1);
  for (const auto& buffer : from)
    EXPECT_EQ(buffer, std::vector<char>(buffer.size(), static_cast<char>(comm.rank())));
}

TEST(Nice, AMessageCutIntoSeveralPhasesArrivesInOneBuffer) {
  // A table made by hand: 5 units to the next rank in the phases 0 and 2, the end of the message first.
  const Communicator comm(MPI_COMM_WORLD);
  const int me = comm.rank(), next = (me + 1) % comm.size(), previous = (me + comm.size() - 1) % comm.size();
  nice::SchedulingTable table{
      {{next, 5}},
      {{previous, 5}},
      {3,
       {{0, next, {{me, next, 3, 2}}}, {2, next, {{me, next, 0, 3}}}},
       {{0, previous, {{previous, me, 3, 2}}}, {2, previous, {{previous, me, 0, 3}}}}}};
  std::vector<int> to(5), from(5, -1), expected(5);
  std::iota(to.begin(), to.end(), 10 * me);
  std::iota(expected.begin(), expected.end(), 10 * previous);
  const void* outgoing = to.data();
  void* incoming = from.data();
  for (const auto& [protocol, name] : protocols) {
    table.way.protocol = protocol;
    nice::Communication communicate(comm, table);
    communicate({&outgoing, 1}, {&incoming, 1}, sizeof(int));
    EXPECT_EQ(from, expected) << name;
    from.assign(5, -1);
  }
}

TEST(Nice, WrongDestinationsOfOneRankAreEveryRanksError) {
  const Communicator comm(MPI_COMM_WORLD);
  const int last = comm.size() - 1;
  const auto said_of = [&](const DestinationVector& destinations) {
    return sentence_of<CollectiveError>(
        [&] { (void)nice::schedule(comm, comm.rank() == last ? destinations : DestinationVector{}); });
  };
  const std::string unordered =
      text("the destination vector of rank ", last,
           " must ascend by rank and have no entry of length 0, to have a buffer for each");
  EXPECT_EQ(said_of({{last, 1}, {0, 1}}), unordered);
  EXPECT_EQ(said_of({{0, 0}}), unordered);
  EXPECT_EQ(said_of({{0, -1}}), text("rank ", last, " sends -1 units to rank 0"));
  EXPECT_EQ(said_of({{comm.size(), 1}}),
            text("rank ", last, " sends to rank ", comm.size(), ", but the ranks are 0 to ", last));
}

TEST(Nice, RefusesATableWhosePhasesDoNotCarryWhatItsVectorsSay) {
  const Communicator comm(MPI_COMM_WORLD);
  auto table = nice::schedule(comm, {{comm.rank(), 2}});
  if (comm.rank() == 0) table.destinations.front().length = 3;
  EXPECT_EQ(sentence_of<CollectiveError>([&] { nice::Communication(comm, table); }),
            "the phases of rank 0's scheduling table do not carry what its vectors say; make it with "
            "nice::schedule");
}

TEST(Nice, WantsAPointerForEachEntry) {
  const Communicator comm(MPI_COMM_WORLD);
  nice::Communication communicate(comm, nice::schedule(comm, {{comm.rank(), 2}}));
  EXPECT_EQ(sentence_of([&] { communicate({}, {}, 8); }),
            "a communication of 1 destinations was given 0 pointers to buffers; give one for each");
}

}  // namespace
}  // namespace partita
