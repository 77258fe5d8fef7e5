// By `lock` one message at a time is under way to a receiver, or two with the early go-ahead; by
// `global_once`, one from a sender. MPI itself is watched: a message is under way from its MPI_Start until
// MPI_Testsome completes its send or its receive, whichever is sooner, and from its sender until that
// completes its send.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include <gtest/gtest.h>
#include <mpi.h>

#include <partita/executor/replay/replay.hpp>
#include <partita/support/random.hpp>

namespace {

int rank_here() {
  int me = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  return me;
}

// Messages from one rank to another, in memory that all ranks share.
struct Count {
  int started, left, arrived;
};

int read(int& number) { return std::atomic_ref(number).load(); }
void increase(int& number) { ++std::atomic_ref(number); }

// What is watched: requests of one tag.
struct Watch {
  int ranks = 1;
  Count* counts = nullptr;  // by receiver and sender
  std::map<MPI_Request, int> receiver_of_send;
  std::map<MPI_Request, int> sender_of_receive;
  int messages = 0, most = 0;
  int leaving = 0, most_leaving = 0;  // of this rank's
  std::vector<int> receivers;         // of this rank's messages as they were started

  // Handles that were freed are given out again.
  void forget(MPI_Request request) {
    receiver_of_send.erase(request);
    sender_of_receive.erase(request);
  }

  Count& count(int from, int to) const { return counts[to * ranks + from]; }

  // Messages under way to a rank. An end is read after the starts, so that none is counted which has ended.
  int under_way(int to) const {
    int all = 0;
    for (int from = 0; from < ranks; ++from) {
      Count& one = count(from, to);
      const int started = read(one.started);
      all += std::max(0, started - std::max(read(one.left), read(one.arrived)));
    }
    return all;
  }
};

Watch* watch = nullptr;

}  // namespace

extern "C" {

int MPI_Send_init(const void* memory, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
                  MPI_Request* request) {
  const int error = PMPI_Send_init(memory, count, type, to, tag, comm, request);
  if (watch != nullptr) watch->forget(*request);
  if (watch != nullptr && count > 0) watch->receiver_of_send[*request] = to;  // signals are empty
  return error;
}

int MPI_Recv_init(void* memory, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
                  MPI_Request* request) {
  const int error = PMPI_Recv_init(memory, count, type, from, tag, comm, request);
  if (watch != nullptr) watch->forget(*request);
  if (watch != nullptr && count > 0) watch->sender_of_receive[*request] = from;
  return error;
}

int MPI_Start(MPI_Request* request) {
  if (watch != nullptr)
    if (const auto send = watch->receiver_of_send.find(*request); send != watch->receiver_of_send.end()) {
      const int to = send->second;
      ++watch->messages;
      watch->most_leaving = std::max(watch->most_leaving, ++watch->leaving);
      watch->receivers.push_back(to);
      increase(watch->count(rank_here(), to).started);
      watch->most = std::max(watch->most, watch->under_way(to));
    }
  return PMPI_Start(request);
}

int MPI_Testsome(int requests, MPI_Request* request, int* completed, int* which, MPI_Status* statuses) {
  const int error = PMPI_Testsome(requests, request, completed, which, statuses);
  for (int k = 0; watch != nullptr && *completed != MPI_UNDEFINED && k < *completed; ++k) {
    const MPI_Request one = request[which[k]];
    if (const auto send = watch->receiver_of_send.find(one); send != watch->receiver_of_send.end()) {
      --watch->leaving;
      increase(watch->count(rank_here(), send->second).left);
    }
    if (const auto receive = watch->sender_of_receive.find(one); receive != watch->sender_of_receive.end())
      increase(watch->count(receive->second, rank_here()).arrived);
  }
  return error;
}
}

namespace partita {

using namespace detail;

namespace {

// Every rank sends to some others, several times to the same; all as Layouts of one buffer.
Layouts random_layouts(const Communicator& comm, std::uint64_t seed) {
  Random random(seed);
  Layouts layouts{8, {}, {}};
  std::size_t sent = 0, received = 0;
  for (int phase = 0; phase < 8; ++phase)
    for (int from = 0; from < comm.size(); ++from) {
      const int to =
          static_cast<int>(random.below(2) == 0 ? random.below(static_cast<std::uint32_t>(comm.size()))
                                                : seed % static_cast<std::uint64_t>(comm.size()));
      const std::size_t length = 1 + random.below(5000);
      if (from == comm.rank()) layouts.sends.push_back({phase, to, {{sent, length}}});
      if (to == comm.rank()) layouts.receives.push_back({phase, from, {{received, length}}});
      sent += length;  // as if all were in one buffer: its place tells which rank sends it
      received += length;
    }
  return layouts;
}

// The same as a second stage: before them each rank has sent something to the next, which sends it on.
Layouts layouts_of_a_second_stage(const Communicator& comm, std::uint64_t seed) {
  const int ranks = comm.size(), next = (comm.rank() + 1) % ranks,
            previous = (comm.rank() + ranks - 1) % ranks;
  const std::size_t nowhere_else = 8 * 5001 * static_cast<std::size_t>(ranks) - 1;
  Layouts layouts{9,
                  {{0, next, {{0, 1}}}, {1, next, {{0, 1, relay_buffer}}}},
                  {{0, previous, {{0, 1, relay_buffer}}}, {1, previous, {{nowhere_else, 1}}}},
                  {{0, 1}}};
  const auto append_one_phase_later = [](std::vector<Layout>& later, const std::vector<Layout>& more) {
    for (Layout layout : more) {
      ++layout.phase;
      later.push_back(std::move(layout));
    }
  };
  const Layouts second = random_layouts(comm, seed);
  append_one_phase_later(layouts.sends, second.sends);
  append_one_phase_later(layouts.receives, second.receives);
  return layouts;
}

class OneMessageAtATime : public testing::TestWithParam<bool> {
 protected:
  static ReplayOptions by_lock(bool busy_measure, bool early_go_ahead) {
    return {.way = {.protocol = Protocol::lock,
                    .lock = {.busy_measure = busy_measure, .early_go_ahead = early_go_ahead}}};
  }

  // What was seen of some replays.
  Watch seen(const ReplayOptions& options, decltype(random_layouts)& layouts_of = random_layouts) {
    const Communicator comm(MPI_COMM_WORLD);
    const auto ranks = static_cast<std::size_t>(comm.size());
    Count* counts = nullptr;
    MPI_Win window = MPI_WIN_NULL;
    const auto bytes = static_cast<MPI_Aint>(comm.rank() == 0 ? ranks * ranks * sizeof(Count) : 0);
    MPI_Win_allocate_shared(bytes, 1, MPI_INFO_NULL, comm.handle(), &counts, &window);
    MPI_Aint size = 0;
    int unit = 0;
    MPI_Win_shared_query(window, 0, &size, &unit, &counts);
    if (comm.rank() == 0) std::fill_n(counts, ranks * ranks, Count{});
    MPI_Barrier(comm.handle());
    Watch watched;
    watched.ranks = comm.size();
    watched.counts = counts;
    watch = &watched;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      Replay replay(comm, layouts_of(comm, seed), options);
      std::vector<std::byte> from(8 * 5001 * 8 * static_cast<std::size_t>(comm.size())), into(from.size());
      for (std::size_t k = 0; k < from.size(); ++k) from[k] = static_cast<std::byte>(k % 251);
      for (int times = 0; times < 3; ++times) {
        std::fill(into.begin(), into.end(), std::byte{});
        replay.begin(from.data(), into.data(), 8);
        replay.finish();
        for (const Layout& layout : random_layouts(comm, seed).receives)
          for (std::size_t k = 8 * layout.blocks[0].first;
               k < 8 * (layout.blocks[0].first + layout.blocks[0].length); ++k)
            if (into[k] != from[k]) ADD_FAILURE() << "seed " << seed;
      }
    }
    watch = nullptr;
    MPI_Barrier(comm.handle());
    for (const Count& count : std::span(counts, ranks * ranks)) EXPECT_EQ(count.started, count.arrived);
    EXPECT_GT(watched.messages, 0) << "nothing was seen";
    MPI_Win_free(&window);
    return watched;
  }
};

INSTANTIATE_TEST_SUITE_P(Switched, OneMessageAtATime, testing::Bool());

TEST_P(OneMessageAtATime, ComesToAReceiver) {
  const Watch watched = seen(by_lock(GetParam(), /*early_go_ahead=*/false));
  EXPECT_EQ(watched.most, 1);
  EXPECT_EQ(watched.most_leaving, 1);
}

TEST_P(OneMessageAtATime, LeavesASenderAlsoWithEarlyGoAheadWhereTwoCome) {
  ReplayOptions options = by_lock(GetParam(), /*early_go_ahead=*/true);
  options.way.lock.message = {.start_up = 1000,
                              .seconds_per_byte = 0};  // so that each is about to end at once
  const Watch watched = seen(options);
  EXPECT_LE(watched.most, 2);
  EXPECT_EQ(watched.most_leaving, 1);
}

TEST_P(OneMessageAtATime, ComesToAReceiverInAStageByLock) {
  ReplayOptions options = by_lock(GetParam(), /*early_go_ahead=*/false);
  // Else a rank in the next replay might send to a rank that is still in the second stage.
  options.way.protocol = {Protocol::ready_signal, Protocol::lock};
  options.transport = Transport::mpi;
  EXPECT_EQ(seen(options, layouts_of_a_second_stage).most, 1);
}

// With and without idle phases.
TEST_P(OneMessageAtATime, LeavesASenderInTheOrderOfPhasesByGlobalOnce) {
  const Watch watched =
      seen({.way = {Protocol::global_once}, .timed_idle = GetParam(), .transport = Transport::mpi});
  EXPECT_EQ(watched.most_leaving, 1);
  const Communicator comm(MPI_COMM_WORLD);
  std::vector<int> receivers;
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    for (int times = 0; times < 3; ++times)
      for (const Layout& layout : random_layouts(comm, seed).sends) receivers.push_back(layout.partner);
  EXPECT_EQ(watched.receivers, receivers);
}

}  // namespace
}  // namespace partita
