#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include <gtest/gtest.h>
#include <mpi.h>

#include <partita/executor/transport/persistent_requests.hpp>

namespace partita::detail {
namespace {

// Five messages that a rank sends to itself, each of one byte and with a tag of its own.
TEST(PersistentRequests, CompleteInAnyOrderAndMayBeLeftUnderWay) {
  constexpr int first_tag = 100;
  constexpr std::size_t messages = 5, never_sent = 2;
  const Communicator comm(MPI_COMM_WORLD);
  const std::vector<Route> to_itself(messages, {comm.rank()});
  std::array<std::byte, messages> sent{}, received{};
  const auto start = [&](PersistentRequests& requests, std::size_t message, const auto& memory) {
    requests.start(message, first_tag + static_cast<int>(message), 1, &memory[message]);
  };

  PersistentRequests sends(comm, PersistentRequests::Kind::send, to_itself);
  std::optional<PersistentRequests> receives(std::in_place, comm, PersistentRequests::Kind::receive,
                                             to_itself);
  for (int replay = 0; replay < 3; ++replay) {
    for (std::size_t message = 0; message < messages; ++message) {
      sent[message] = static_cast<std::byte>(10 * replay + static_cast<int>(message));
      start(*receives, message, received);
    }
    for (const std::size_t message : {3u, 0u, 4u, 1u, 2u}) {
      if (replay == 2 && message == never_sent) continue;
      std::vector<std::size_t> came;
      start(sends, message, sent);
      while (came.empty())
        receives->complete(/*waits=*/false, [&](std::size_t done, std::size_t bytes) {
          came.push_back(done);
          EXPECT_EQ(bytes, 1);
        });
      EXPECT_EQ(came, std::vector{message});
      EXPECT_EQ(received[message], sent[message]);
      EXPECT_FALSE(receives->under_way(message));
    }
    std::size_t left = 0;
    sends.complete(/*waits=*/true, [&](std::size_t, std::size_t) { ++left; });
    EXPECT_EQ(left, replay == 2 ? messages - 1 : messages);
    EXPECT_TRUE(sends.is_idle());
  }
  EXPECT_TRUE(receives->under_way(never_sent));
  EXPECT_FALSE(receives->is_idle());
  receives.reset();

  // Else the receive that was left would take this message.
  const std::byte before = received[never_sent];
  std::byte late{};
  const int tag = first_tag + static_cast<int>(never_sent);
  MPI_Sendrecv(&sent[0], 1, MPI_BYTE, comm.rank(), tag, &late, 1, MPI_BYTE, comm.rank(), tag, comm.handle(),
               MPI_STATUS_IGNORE);
  EXPECT_EQ(late, sent[0]);
  EXPECT_EQ(received[never_sent], before);
}

}  // namespace
}  // namespace partita::detail
