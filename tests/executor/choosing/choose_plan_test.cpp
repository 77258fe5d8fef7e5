#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <partita/executor/choosing/choose_plan.hpp>
#include <partita/executor/choosing/machine_here.hpp>
#include <partita/support/collectively.hpp>

#include "tests/executor/all_values.hpp"
#include "tests/executor/hosts.hpp"
#include "tests/executor/random_case.hpp"

namespace partita {
namespace {

using namespace testing_support;

// Long messages, which suffer from company.
ChoiceOptions crowded(int ranks) {
  ChoiceOptions options{.bytes_per_unit = 1e5};
  options.schedule.machine = machine_named("crossbar", ranks);
  options.schedule.machine.costs = {.start_up = 50e-6, .bandwidth = 10e6, .receive_penalty = 0.5};
  return options;
}

TEST(ChoosePlan, IsTheSameOnEveryRankAndExchangesAllValues) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const Case c(comm, seed);
    const Plan plan = choose_plan(c.pattern(), crowded(comm.size()));
    require_same(comm, static_cast<std::uint64_t>(plan.best().schedule.algorithm), "the algorithm chosen");
    require_same(comm, std::hash<std::string>()(plan.reason), "the reason");
    EXPECT_NE(plan.reason.find(name_of(plan.best().schedule.algorithm)), std::string::npos) << plan.reason;
    expect_all_values(c, Exchange(c.pattern(), plan));
  }
}

TEST(ChoosePlan, OrdersMessagesThatWouldMeet) {
  const Communicator comm(MPI_COMM_WORLD);
  if (comm.size() < 4) GTEST_SKIP() << "no receiver is crowded by fewer than 3 senders";
  // Every rank has a value that all others want.
  const auto table = TranslationTable::block(comm, comm.size());
  std::vector<Edge> edges;
  for (global_index a = 0; a < comm.size(); ++a)
    for (global_index b = 0; b < comm.size(); ++b)
      if (a != b && comm.rank() == 0) edges.push_back({a, b});
  const InspectedLoop loop = inspect(table, edges);
  const Plan ordered = choose_plan(loop.pattern(), crowded(comm.size()));
  EXPECT_NE(name_of(ordered.strategy()), "ac by post_all") << ordered.reason;
  ChoiceOptions within_a_host = crowded(comm.size());
  within_a_host.schedule.machine.ranks_per_host = comm.size();
  const Plan at_once = choose_plan(loop.pattern(), within_a_host);
  EXPECT_EQ(name_of(at_once.strategy()), "ac by post_all") << at_once.reason;
}

TEST(ChoosePlan, ChoosesAndRacesNothingByGuessedCosts) {
  const int ranks = Communicator(MPI_COMM_WORLD).size();
  if (ranks < 2) GTEST_SKIP() << "one rank is on one host";
  std::vector<int> one_each;
  for (int rank = 0; rank < ranks; ++rank) one_each.push_back(rank);
  const Case c(on_hosts(one_each), 1);
  const Plan plan = choose_plan(c.pattern());
  EXPECT_EQ(plan.candidates.size(), 1);
  EXPECT_EQ(name_of(plan.strategy()), "ac by post_all");
  EXPECT_EQ(plan.best().schedule.order, SendOrder::ascending);
  EXPECT_NE(plan.reason.find("run calibrate once and give its machine file"), std::string::npos);
  expect_all_values(c, Exchange(c.pattern(), plan));

  const Plan as_told = choose_plan(message_vectors(c.pattern()), 1e5, Protocol::ready_signal);
  EXPECT_EQ(as_told.strategy().way.protocol, StageProtocols(Protocol::ready_signal));
  EXPECT_EQ(as_told.candidates.size(), 1) << "no race of guesses";
}

TEST(MachineHere, FindsHostsOfEqualBlocks) {
  const int ranks = Communicator(MPI_COMM_WORLD).size();
  std::vector<int> pairs, in_turn;
  for (int rank = 0; rank < ranks; ++rank) {
    pairs.push_back(rank / 2);
    in_turn.push_back(rank % 2);
  }
  EXPECT_EQ(machine_here(on_hosts(std::vector<int>(pairs.size(), 0))).ranks_per_host, ranks);
  EXPECT_EQ(machine_here(on_hosts(pairs)).ranks_per_host, std::min(ranks, 2));  // the last may be alone
  EXPECT_EQ(machine_here(on_hosts(in_turn)).ranks_per_host, 1);
}

}  // namespace
}  // namespace partita
