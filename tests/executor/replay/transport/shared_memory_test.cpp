// Takes the place of memfd_create, so that a rank may have no memory to share.
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <partita/executor/replay/replay.hpp>
#include <partita/executor/replay/transport/shared_memory.hpp>
#include <partita/support/error.hpp>

namespace {

bool no_memory_files = false;

}  // namespace

extern "C" int memfd_create(const char* name, unsigned flags) noexcept {
  errno = ENOSPC;
  return no_memory_files ? -1 : static_cast<int>(syscall(SYS_memfd_create, name, flags));
}

namespace partita {

using namespace detail;
namespace {

TEST(Transports, HaveTheNamesOfCommandLines) {
  EXPECT_EQ(transport_named("mpi"), Transport::mpi);
  EXPECT_EQ(name_of(Transport::automatic), "automatic");
  EXPECT_THROW((void)transport_named("smp"), Error);
}

TEST(SharedMemoryOfAHost, IsOneForEachCommunicator) {
  const Communicator comm(MPI_COMM_WORLD), other(MPI_COMM_WORLD);
  EXPECT_EQ(&SharedMemory::of(comm), &SharedMemory::of(comm));
  EXPECT_NE(&SharedMemory::of(comm), &SharedMemory::of(other));
}

TEST(SharedMemoryOfAHost, LetsEachRankSeeTheBlocksOfTheOthers) {
  const Communicator comm(MPI_COMM_WORLD);
  SharedMemory& memory = SharedMemory::of(comm);
  int me = 0;
  MPI_Comm_rank(memory.host(), &me);
  for (const std::size_t ints : {1u, 100'000u, 1u}) {  // the second needs a new file
    const SharedMemory::Block block = memory.take(ints * sizeof(int)).value();
    int& last = reinterpret_cast<int*>(block.memory)[ints - 1];
    last = me;
    MPI_Barrier(memory.host());
    for (int rank = 0; rank < memory.ranks(); ++rank) {
      SharedMemory::Address address = block.address;
      MPI_Bcast(&address, sizeof address, MPI_BYTE, rank, memory.host());
      EXPECT_EQ(reinterpret_cast<int*>(memory.find(address))[ints - 1], rank);
    }
    MPI_Barrier(memory.host());
  }
}

TEST(SharedMemoryOfAHost, UsesMemoryAgainOnceAllBlocksOfAFileAreFree) {
  const Communicator comm(MPI_COMM_WORLD);
  SharedMemory& memory = SharedMemory::of(comm);
  const auto take = [&] { return memory.take(1000).value(); };
  const SharedMemory::Block first = take(), second = take();
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(second.memory) % 64, 0);
  bool in_use = true;
  memory.give_back(first, [&] { return in_use; });
  memory.give_back(second, [] { return false; });
  const SharedMemory::Block third = take();
  EXPECT_NE(third.memory, first.memory);
  memory.give_back(third, [] { return false; });
  in_use = false;
  EXPECT_EQ(take().memory, first.memory);
}

// Two containers may have processes of the same number.
TEST(SharedMemoryOfAHost, FindsNothingInPlaceOfAFileThatIsNotThere) {
  const Communicator comm(MPI_COMM_WORLD);
  SharedMemory& memory = SharedMemory::of(comm);
  SharedMemory::Address address = memory.take(8).value().address, other = address;
  ++other.file.number;
  EXPECT_EQ(memory.find(other), nullptr);
  other = address;
  other.file.descriptor = 1 << 20;
  EXPECT_EQ(memory.find(other), nullptr);
  EXPECT_NE(memory.find(address), nullptr);
}

TEST(SharedMemoryOfAHost, LastsAsLongAsWhatUsesIt) {
  std::optional<Replay> replay;
  for (int times = 0; times < 3; ++times) {
    const Communicator comm(MPI_COMM_WORLD);
    const int next = (comm.rank() + 1) % comm.size(),
              previous = (comm.rank() + comm.size() - 1) % comm.size();
    Replay made(comm, {1, {{0, next, {{0, 1}}}}, {{0, previous, {{0, 1}}}}});
    replay.emplace(std::move(made));  // in place of the last that has the communicator before
    int received = -1;
    const int sent = comm.rank();
    replay->begin(std::as_bytes(std::span(&sent, 1)).data(),
                  std::as_writable_bytes(std::span(&received, 1)).data(), sizeof(int));
    replay->finish();
    EXPECT_EQ(received, previous);
  }
}

// Rings: between two ranks messages go both ways, between more only one.
class RingOnAHost : public testing::Test {
 protected:
  Replay ring(std::size_t units) const {
    return Replay(comm_, {1, {{0, next_, {{0, units}}}}, {{0, previous_, {{0, units}}}}});
  }

  // Twelve messages of doubles to the next rank, all at once.
  // @param bytes_of_room  for each
  void exchange_many(std::size_t units, std::size_t bytes_of_room, int times) const {
    constexpr std::size_t messages = 12;
    Layouts layouts{messages, {}, {}};
    for (std::size_t k = 0; k < messages; ++k) {
      layouts.sends.push_back({static_cast<int>(k), next_, {{k * units, units}}});
      layouts.receives.push_back({static_cast<int>(k), previous_, {{k * units, units}}});
    }
    Replay replay(comm_, layouts, {.bytes_per_unit = bytes_of_room});
    const auto values = [&](int rank) {
      std::vector<double> all(messages * units);
      std::iota(all.begin(), all.end(), 1e9 * rank);
      return all;
    };
    const std::vector<double> sent = values(comm_.rank()), wanted = values(previous_);
    for (int k = 0; k < times; ++k) {
      std::vector<double> received(messages * units);
      replay.begin(std::as_bytes(std::span(sent)).data(), std::as_writable_bytes(std::span(received)).data(),
                   sizeof(double));
      replay.finish();
      ASSERT_EQ(received, wanted);
    }
  }

  const Communicator comm_{MPI_COMM_WORLD};
  const int next_ = (comm_.rank() + 1) % comm_.size();
  const int previous_ = (comm_.rank() + comm_.size() - 1) % comm_.size();
};

TEST_F(RingOnAHost, MayComeAndGoOutOfStep) {
  // A rank may be done with a replay, destroy it and make the next while its partner has yet to take in the
  // last message.
  for (int k = 0; k < 100; ++k) {
    Replay replay = ring(1000);
    for (int times = 0; times < 3; ++times) {
      std::vector<int> sent(1000, 1000 * k + comm_.rank()), received(1000);
      replay.begin(std::as_bytes(std::span(sent)).data(), std::as_writable_bytes(std::span(received)).data(),
                   4);
      replay.finish();
      ASSERT_EQ(received, std::vector<int>(1000, 1000 * k + previous_));
    }
  }
}

TEST_F(RingOnAHost, MadeAnewAgainAndAgainTakesNoMoreMemory) {
  std::optional<Replay> before;
  for (int k = 0; k < 300; ++k) {
    Replay replay = ring(100);
    const std::vector<std::byte> sent(100);
    std::vector<std::byte> received(100);
    replay.begin(sent.data(), received.data(), 1);
    replay.finish();
    // Some ranks are late to let go: others look in vain whether they may have their memory back.
    if ((comm_.rank() + k) % 2 == 0) std::this_thread::sleep_for(std::chrono::microseconds(200));
    if (k % 4 == 0) before.reset();
    if (k % 4 == 1) before.emplace(std::move(replay));
  }
  const std::size_t as_before = 3 * 100 * 256;
  EXPECT_LE(SharedMemory::of(comm_).take(as_before).value().file, 3) << "each is larger than all before it";
}

TEST_F(RingOnAHost, MessagesOfAnyLengthFollowOneAnother) {
  // Those of more bytes a unit than expected have no room and go by MPI.
  Replay replay = ring(100);
  for (const std::size_t bytes : {8u, 256u, 257u, 1u, 3000u, 8u, 8u, 256u}) {
    const std::vector<std::byte> sent(100 * bytes,
                                      static_cast<std::byte>(bytes + static_cast<unsigned>(comm_.rank())));
    std::vector<std::byte> received(100 * bytes);
    replay.begin(sent.data(), received.data(), bytes);
    replay.finish();
    ASSERT_EQ(received, std::vector<std::byte>(
                            100 * bytes, static_cast<std::byte>(bytes + static_cast<unsigned>(previous_))));
  }
}

TEST_F(RingOnAHost, ALongMessageMayGoByMpiAndAShortOneComeBackThroughMemory) {
  // Between pairs of ranks; the last of an odd number has no partner. There is room for the longer of both
  // messages with as many bytes a unit as are expected.
  const int partner = comm_.rank() ^ 1;
  const std::size_t there = comm_.rank() % 2 == 0 ? 10 : 100, back = 110 - there;
  Layouts layouts{1, {}, {}};
  if (partner < comm_.size()) layouts = {1, {{0, partner, {{0, there}}}}, {{0, partner, {{0, back}}}}};
  Replay replay(comm_, layouts, {.bytes_per_unit = 8});
  int number = 0;
  for (const std::size_t bytes : {8u, 9u, 8u, 8u, 80u, 80u, 8u, 81u, 3000u, 8u, 9u, 9u, 8u, 8u}) {
    ++number;
    const auto byte_of = [&](int rank) { return static_cast<std::byte>(10 * number + rank); };
    const std::vector<std::byte> sent(there * bytes, byte_of(comm_.rank()));
    std::vector<std::byte> received(back * bytes);
    replay.begin(sent.data(), received.data(), bytes);
    replay.finish();
    if (partner < comm_.size()) {
      ASSERT_EQ(received, std::vector<std::byte>(back * bytes, byte_of(partner)));
    }
  }
}

TEST_F(RingOnAHost, WhatHasArrivedCanBeLeftInItsMessages) {
  for (const Transport transport : {Transport::automatic, Transport::mpi}) {
    Replay replay(comm_,
                  {2,
                   {{0, next_, {{1, 2}}}, {1, next_, {{0, 1}}}},
                   {{0, previous_, {{1, 2}}}, {1, previous_, {{0, 1}}}}},
                  {.transport = transport});
    for (int times = 0; times < 5; ++times) {
      std::vector<int> sent{comm_.rank(), comm_.rank() + 10, comm_.rank() + 20};
      const Records from(std::as_writable_bytes(std::span(sent)).data(), sizeof(int));
      replay.begin({&from, 1}, {}, sizeof(int));
      replay.finish();
      std::vector<int> received;
      replay.for_each_delivery([&](const Delivery& delivery, const std::byte* units) {
        EXPECT_EQ(delivery.first, received.size()) << "ascending";
        const int* const values = reinterpret_cast<const int*>(units);
        received.insert(received.end(), values, values + delivery.length);
      });
      EXPECT_EQ(received, (std::vector<int>{previous_, previous_ + 10, previous_ + 20}));
    }
  }
}

// As where the system has no memory, or a container hides other processes: on any rank, at both ends.
TEST_F(RingOnAHost, GoesByMpiBetweenRanksToWhichTheSystemGivesNoMemory) {
  if (comm_.size() == 1) GTEST_SKIP() << "to oneself MPI sends";
  for (int rank = 0; rank < comm_.size(); ++rank) {
    const Communicator comm(MPI_COMM_WORLD);
    no_memory_files = comm.rank() == rank;
    testing::internal::CaptureStderr();
    for (int made = 0; made < 2; ++made) {
      Replay replay(comm, {1, {{0, next_, {{0, 100}}}}, {{0, previous_, {{0, 100}}}}});
      for (int times = 0; times < 3; ++times) {
        std::vector<int> sent(100, 10 * times + comm.rank()), received(100);
        replay.begin(std::as_bytes(std::span(sent)).data(),
                     std::as_writable_bytes(std::span(received)).data(), 4);
        replay.finish();
        ASSERT_EQ(received, std::vector<int>(100, 10 * times + previous_));
      }
      SharedMemory::of(comm).say_what_was_refused(comm);
    }
    no_memory_files = false;
    const bool gives = comm.rank() < next_ || comm.rank() < previous_;
    EXPECT_EQ(testing::internal::GetCapturedStderr(),
              comm.rank() == rank && gives
                  ? text("partita: rank ", rank, " shares no memory with other ranks of its host ",
                         "(memfd_create: No space left on device); their messages go by MPI\n")
                  : "");
  }
}

// A container's /dev/shm has less room (see tests_executor_small_shm).
TEST_F(RingOnAHost, MayHaveManyMegabytes) {
  exchange_many(/*units=*/1 << 17, /*bytes_of_room=*/8, /*times=*/2);  // a megabyte each, in two rooms
}

TEST_F(RingOnAHost, KeepsTheOrderOfMessagesThatHaveNoRoomAndGoByMpi) {
  exchange_many(/*units=*/100, /*bytes_of_room=*/1, /*times=*/300);
}

// Also if its message has no room, and goes by MPI: the channel has its length. A long one leaves only when
// it is received.
TEST_F(RingOnAHost, FindsTheSenderThatHasOtherBytesPerUnit) {
  if (comm_.size() == 1) GTEST_SKIP() << "to oneself MPI sends";
  for (const std::size_t others : {4u, 16u, 8000u}) {
    Replay replay(comm_, {1, {{0, next_, {{0, 100}}}}, {{0, previous_, {{0, 100}}}}}, {.bytes_per_unit = 8});
    const auto bytes_of = [&](int rank) { return rank == 0 ? 8 : others; };
    const std::vector<std::byte> sent(800000);
    std::vector<std::byte> received(800000, std::byte{99});
    replay.begin(sent.data(), received.data(), bytes_of(comm_.rank()));
    if (bytes_of(previous_) == bytes_of(comm_.rank())) {
      replay.finish();
    } else {
      EXPECT_THROW(replay.finish(), Error);
      EXPECT_EQ(received, std::vector<std::byte>(800000, std::byte{99})) << "nothing is written";
    }
  }
}

}  // namespace
}  // namespace partita
