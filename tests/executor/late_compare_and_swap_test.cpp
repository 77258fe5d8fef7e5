// Locks are freed although MPI may leave a compare-and-swap undone until it is flushed: here it always does.
#include <cstdint>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>
#include <mpi.h>

#include <partita/executor/replay/replay.hpp>
#include <partita/support/random.hpp>

namespace {

// Begun, and not flushed; with what stood in its buffers when it was.
struct Swap {
  const void *desired, *expected;
  void* found;
  int rank;
  MPI_Aint where;
  MPI_Win window;
  std::uint64_t desired_then, expected_then;
};
std::vector<Swap> undone;
int swaps = 0, changed = 0, most_undone = 0;

std::uint64_t word(const void* memory) {
  std::uint64_t value = 0;
  std::memcpy(&value, memory, sizeof value);
  return value;
}

}  // namespace

extern "C" {

int MPI_Compare_and_swap(const void* desired, const void* expected, void* found, MPI_Datatype, int rank,
                         MPI_Aint where, MPI_Win window) {
  undone.push_back({desired, expected, found, rank, where, window, word(desired), word(expected)});
  most_undone = std::max(most_undone, static_cast<int>(undone.size()));
  ++swaps;
  return MPI_SUCCESS;
}

int MPI_Win_flush(int rank, MPI_Win window) {
  std::erase_if(undone, [&](const Swap& swap) {
    if (swap.rank != rank || swap.window != window) return false;
    if (word(swap.desired) != swap.desired_then || word(swap.expected) != swap.expected_then) ++changed;
    PMPI_Compare_and_swap(swap.desired, swap.expected, swap.found, MPI_UINT64_T, rank, swap.where, window);
    return true;
  });
  return PMPI_Win_flush(rank, window);
}
}

namespace partita {

using namespace detail;

namespace {

// Every rank sends to every rank, itself too, some of them twice.
Layouts layouts_of_all(const Communicator& comm) {
  const int ranks = comm.size(), me = comm.rank();
  Layouts layouts{1, {}, {}};
  const auto place = [&](int from, int to) { return static_cast<std::size_t>(2 * (from * ranks + to)); };
  for (int other = 0; other < ranks; ++other)
    for (std::size_t twice = 0; twice < (other % 2 == me % 2 ? 2u : 1u); ++twice) {
      layouts.sends.push_back({0, other, {{place(me, other) + twice, 1}}});
      layouts.receives.push_back({0, other, {{place(other, me) + twice, 1}}});
    }
  return layouts;
}

class LateCompareAndSwap : public testing::Test {
 protected:
  const Communicator comm_{MPI_COMM_WORLD};

  void replay(const LockOptions& options) {
    const Layouts layouts = layouts_of_all(comm_);
    Replay replay(comm_, layouts, {.way = {.protocol = Protocol::lock, .lock = options}});
    const auto ranks = static_cast<std::size_t>(comm_.size());
    std::vector<std::uint64_t> from(2 * ranks * ranks), into(from.size());
    for (std::size_t k = 0; k < from.size(); ++k) from[k] = 1000 + k;
    for (int times = 0; times < 5; ++times) {
      std::fill(into.begin(), into.end(), 0);
      replay.begin(reinterpret_cast<const std::byte*>(from.data()), reinterpret_cast<std::byte*>(into.data()),
                   sizeof(std::uint64_t));
      replay.finish();
      EXPECT_EQ(undone.size(), 0u) << "a receiver would be locked until somebody flushes";
      for (const Layout& layout : layouts.receives)
        EXPECT_EQ(into[layout.blocks[0].first], from[layout.blocks[0].first]);
    }
  }
};

TEST_F(LateCompareAndSwap, KeepsNoReceiverLocked) {
  for (const bool busy_measure : {true, false})
    for (const bool early_go_ahead : {true, false}) replay({busy_measure, early_go_ahead});
  EXPECT_GT(swaps, 0) << "nothing was seen";
  EXPECT_EQ(changed, 0) << "its buffers belong to MPI until it is flushed";
}

TEST_F(LateCompareAndSwap, IsUnderWayWithTheNextInquiry) {
  most_undone = 0;
  replay({});
  EXPECT_EQ(most_undone, comm_.size() > 1 ? 2 : 1);
}

}  // namespace
}  // namespace partita
