#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <vector>

#include <gtest/gtest.h>
#include <mpi.h>

#include <partita/executor/replay/transport/persistent_requests.hpp>

namespace partita::detail {
namespace {

// Five messages that a rank sends to itself, each of one byte and with a tag of its own: sends, then
// receives.
class PersistentRequestsTest : public testing::Test {
 protected:
  static constexpr int first_tag = 100;
  static constexpr std::size_t messages = 5;

  PersistentRequestsTest() {
    std::vector<Route> routes(messages, {Route::Kind::send, comm_.rank()});
    routes.resize(2 * messages, {Route::Kind::receive, comm_.rank()});
    requests_.emplace(comm_, routes);
  }

  void start(std::size_t request) {
    requests_->start(request, first_tag + static_cast<int>(request % messages), bytes_,
                     &values_[request * bytes_]);
  }

  // Which are complete.
  std::vector<std::size_t> complete(Until until) {
    std::vector<std::size_t> all;
    requests_->complete(until, [&](std::size_t request, std::size_t bytes) {
      all.push_back(request);
      EXPECT_EQ(bytes, request < messages ? 0 : bytes_);
      EXPECT_FALSE(requests_->under_way(request));
    });
    return all;
  }

  const Communicator comm_{MPI_COMM_WORLD};
  std::size_t bytes_ = 1;
  std::vector<std::byte> values_ = std::vector<std::byte>(2 * messages);  // sent, then received
  std::optional<PersistentRequests> requests_;
};

TEST_F(PersistentRequestsTest, ReceivesAreWaitedForByThemselvesOrWithSends) {
  const std::vector<std::size_t> sends{0, 1, 2, 3, 4}, receives{5, 6, 7, 8, 9};
  for (int replay = 0; replay < 4; ++replay) {
    for (const std::size_t request : sends) values_[request] = static_cast<std::byte>(10 * replay + 1);
    for (std::size_t message = 0; message < messages; ++message) {
      start(message);  // before its receive, which goes in front
      start(messages + message);
    }
    std::vector<std::size_t> came = complete(replay % 2 == 0 ? Until::received : Until::done);
    const std::vector<std::size_t> left = complete(Until::done);
    if (replay % 2 == 0) came.insert(came.end(), left.begin(), left.end());
    EXPECT_EQ(left.empty(), replay % 2 == 1);
    EXPECT_TRUE(requests_->is_idle());
    std::ranges::sort(came.begin(), came.begin() + messages);
    std::ranges::sort(came.begin() + messages, came.end());
    std::vector<std::size_t> expected = receives;
    expected.insert(expected.end(), sends.begin(), sends.end());
    EXPECT_EQ(came, expected);
    EXPECT_EQ(values_[messages], static_cast<std::byte>(10 * replay + 1));
  }
}

TEST_F(PersistentRequestsTest, ReceivesStayInFrontOfSendsWhenOthersAreComplete) {
  bytes_ = 1 << 20;  // MPI does not send it before its receive has been started
  values_.resize(2 * messages * bytes_);
  for (const std::size_t request : {5u, 7u, 0u, 1u}) start(request);
  std::vector<std::size_t> ends;
  while (ends.size() < 2) std::ranges::copy(complete(Until::now), std::back_inserter(ends));
  std::ranges::sort(ends);
  EXPECT_EQ(ends, (std::vector<std::size_t>{0, 5}));
  start(2);
  start(6);
  ends = complete(Until::received);
  std::ranges::sort(ends);
  EXPECT_EQ(ends, (std::vector<std::size_t>{6, 7}));
  ends = complete(Until::done);
  std::ranges::sort(ends);
  EXPECT_EQ(ends, (std::vector<std::size_t>{1, 2}));
}

TEST_F(PersistentRequestsTest, CompleteInAnyOrderAndMayBeLeftUnderWay) {
  constexpr std::size_t never_sent = 2;
  for (int replay = 0; replay < 3; ++replay) {
    for (std::size_t message = 0; message < messages; ++message) {
      values_[message] = static_cast<std::byte>(10 * replay + static_cast<int>(message));
      start(messages + message);
    }
    for (const std::size_t message : {3u, 0u, 4u, 1u, 2u}) {
      if (replay == 2 && message == never_sent) continue;
      start(message);
      std::vector<std::size_t> ends;
      while (ends.size() < 2) std::ranges::copy(complete(Until::now), std::back_inserter(ends));
      std::ranges::sort(ends);
      EXPECT_EQ(ends, (std::vector{message, messages + message}));
      EXPECT_EQ(values_[messages + message], values_[message]);
    }
    EXPECT_EQ(requests_->is_idle(), replay < 2);
  }
  EXPECT_TRUE(requests_->under_way(messages + never_sent));
  requests_.reset();

  // Else the receive that was left would take this message.
  const std::byte before = values_[messages + never_sent];
  std::byte late{};
  const int tag = first_tag + static_cast<int>(never_sent);
  MPI_Sendrecv(&values_[0], 1, MPI_BYTE, comm_.rank(), tag, &late, 1, MPI_BYTE, comm_.rank(), tag,
               comm_.handle(), MPI_STATUS_IGNORE);
  EXPECT_EQ(late, values_[0]);
  EXPECT_EQ(values_[messages + never_sent], before);
}

}  // namespace
}  // namespace partita::detail
