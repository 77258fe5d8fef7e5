// An exchange that has failed is not begun again, by no front end: its messages may still come, and would be
// taken for those of the next replay. Here exchanges fail at their deadline, which the environment sets, by a
// clock of the test's own: it gains a second whenever a rank that is to fail reads it.
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <mpi.h>

#include <partita/executor/exchange.hpp>
#include <partita/executor/nice.hpp>
#include <partita/executor/plan/plan.hpp>
#include <partita/executor/replay/replays.hpp>
#include <partita/inspector/localize.hpp>
#include <partita/support/error.hpp>

#include "tests/sentence.hpp"

namespace {

bool is_to_fail = false;
double gained = 0;

}  // namespace

extern "C" double MPI_Wtime() { return PMPI_Wtime() + (is_to_fail ? ++gained : gained); }

namespace partita {
namespace {

class BrokenExchange : public testing::Test {
 protected:
  static void SetUpTestSuite() { setenv("PARTITA_DEADLINE", "100", 1); }

  // The last rank makes no exchange, and all others need something of it.
  void expect_a_refusal_after_the_deadline(const std::function<void()>& exchange) const {
    if (!is_last_) {
      is_to_fail = true;
      EXPECT_NE(testing_support::sentence_of(exchange).find("longer than PARTITA_DEADLINE allows"),
                std::string::npos);
      is_to_fail = false;
      for (int times = 0; times < 2; ++times)
        EXPECT_EQ(testing_support::sentence_of(exchange), detail::Replay::has_failed);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }

  // Every rank has a value, which all others need.
  AccessPattern all_to_all() const {
    std::vector<global_index> others;
    for (int rank = 0; rank < comm_.size(); ++rank)
      if (rank != comm_.rank()) others.push_back(rank);
    return localize(TranslationTable::block(comm_, comm_.size()), others).pattern;
  }

  const Communicator comm_{MPI_COMM_WORLD};
  const bool is_last_ = comm_.rank() + 1 == comm_.size();
};

TEST_F(BrokenExchange, IsNotBegunAgain) {
  const AccessPattern pattern = all_to_all();
  for (const Transport transport : {Transport::mpi, Transport::automatic}) {
    Exchange halo(pattern, make_plan(pattern, {.transport = transport}));
    std::vector<double> values(static_cast<std::size_t>(pattern.local_size()));
    expect_a_refusal_after_the_deadline([&] { halo.gather(values); });
    expect_a_refusal_after_the_deadline([&] { halo.scatter_add(values); });
  }
}

TEST_F(BrokenExchange, OfNiceIsNotBegunAgain) {
  DestinationVector others;
  for (int rank = 0; rank < comm_.size(); ++rank)
    if (rank != comm_.rank()) others.push_back({rank, 1});
  nice::Communication communicate(comm_, nice::schedule(comm_, others));
  std::vector<int> to(others.size()), from(others.size());
  std::vector<const void*> outgoing;
  std::vector<void*> incoming;
  for (int& value : to) outgoing.push_back(&value);
  for (int& value : from) incoming.push_back(&value);
  expect_a_refusal_after_the_deadline([&] { communicate(outgoing, incoming, sizeof(int)); });
}

TEST_F(BrokenExchange, ThatRacesIsNotBegunAgainWhenTheRanksHaveNotAgreed) {
  std::vector<detail::Replay> without_messages;
  for (int k = 0; k < 2; ++k) without_messages.emplace_back(comm_, detail::Layouts{});
  detail::Replays race(comm_, std::move(without_messages), "nothing");
  int replays = 0;
  const auto replay = [&] {
    race.next().begin(nullptr, nullptr, 8);
    race.has_begun(8);
    race.finish();
    ++replays;
  };
  expect_a_refusal_after_the_deadline([&] {
    for (;;) replay();
  });
  int complete = replays;
  MPI_Bcast(&complete, 1, MPI_INT, 0, MPI_COMM_WORLD);
  for (int k = 0; is_last_ && k <= complete; ++k)
    (void)testing_support::sentence_of(replay);  // else the communicator never ends
}

}  // namespace
}  // namespace partita
