// Exchanges that race plans: every bit as a fixed plan has it, however fast ranks are.
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/executor/choosing/choose_plan.hpp>
#include <partita/executor/exchange.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/random.hpp>

#include "tests/executor/hosts.hpp"
#include "tests/executor/random_case.hpp"

namespace partita {
using namespace detail;
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;
using namespace testing_support;

// Sets an environment variable for a while.
class Variable {
 public:
  Variable(const char* name, const std::string& is) : name_(name) { setenv(name, is.c_str(), 1); }
  ~Variable() { unsetenv(name_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
};

std::vector<int> one_host(int ranks) { return std::vector<int>(static_cast<std::size_t>(ranks), 0); }

std::vector<int> hosts_of(int ranks, int ranks_per_host) {
  std::vector<int> hosts;
  for (int rank = 0; rank < ranks; ++rank) hosts.push_back(rank / ranks_per_host);
  return hosts;
}

int ranks_here() { return Communicator(MPI_COMM_WORLD).size(); }

// A network whose messages cost something, so that strategies differ.
ChoiceOptions on_a_network(int ranks_per_host) {
  ChoiceOptions options{.bytes_per_unit = 1000};
  options.schedule.machine.ranks_per_host = ranks_per_host;
  options.schedule.machine.costs = {.start_up = 20e-6,
                                    .receive = 5e-6,
                                    .signal = 10e-6,
                                    .bandwidth = 100e6,
                                    .receive_penalty = 0.3,
                                    .host_start_up = 1e-6,
                                    .host_bandwidth = 1e9};
  return options;
}

// Gathers and adds, both under way at once, with a pause of its own for each rank.
void expect_right_replay(const Case& c, Exchange& halo, int replay, Random& pauses) {
  const int rank = c.table.communicator().rank();
  const auto now = [&](global_index index, std::size_t component, int of = 0) {
    return value(index + 7 * replay, component, of);
  };
  std::vector<double> ghosts(c.global_of.size(), -1), sums;
  for (std::size_t k = 0; k < ghosts.size(); ++k) {
    if (k < c.owned()) ghosts[k] = now(c.global_of[k], 0);
    sums.push_back(now(c.global_of[k], 0, rank));
  }
  const auto pause = [&] {
    if (pauses.below(8) == 0) std::this_thread::sleep_for(std::chrono::microseconds(pauses.below(300)));
  };
  halo.begin_gather(ghosts);
  pause();
  halo.begin_scatter_add(sums);
  pause();
  halo.finish_gather(ghosts);
  pause();
  halo.finish_scatter_add(sums);
  for (std::size_t k = 0; k < ghosts.size(); ++k) ASSERT_EQ(ghosts[k], now(c.global_of[k], 0));
  for (std::size_t k = 0; k < c.owned(); ++k)
    ASSERT_EQ(sums[k], c.combined(Add{}, now, c.global_of[k], 0)) << "replay " << replay;
}

void replay(const Case& c, Exchange& halo, int replays) {
  Random pauses(static_cast<std::uint64_t>(c.table.communicator().rank()));
  for (int k = 0; k < replays; ++k) expect_right_replay(c, halo, k, pauses);
}

TEST(Racing, HasTheBitsOfAFixedPlan) {
  const int ranks = ranks_here();
  for (const int ranks_per_host : {1, 2}) {
    if (ranks <= ranks_per_host) continue;
    const Communicator comm = on_hosts(hosts_of(ranks, ranks_per_host));
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      SCOPED_TRACE(text("seed ", seed, ", ", ranks_per_host, " ranks a host"));
      const Case c(comm, seed);
      const Plan plan = choose_plan(c.pattern(), on_a_network(ranks_per_host));
      Exchange halo(c.pattern(), plan);
      replay(c, halo, 150);
      if (plan.candidates.size() == 1) continue;  // nothing to choose from
      const Plan raced = halo.plan();
      EXPECT_EQ(raced.candidates.size(), 1) << "an exchange that is given it races nothing";
      const std::string& reason = raced.reason;
      EXPECT_THAT(reason, MatchesRegex(".*raced for [0-9]+ replays: .*"));
      require_same(comm, Hash().add(reason).value(), "what the race has found");
    }
  }
}

TEST(Racing, SharesACommunicatorWithOthers) {
  const int ranks = ranks_here();
  if (ranks < 2) GTEST_SKIP() << "one rank is on one host";
  const Communicator comm = on_hosts(hosts_of(ranks, 1));
  const Case c(comm, 5), d(comm, 6);
  Exchange one(c.pattern(), choose_plan(c.pattern(), on_a_network(1))),
      other(d.pattern(), choose_plan(d.pattern(), on_a_network(1)));
  Random pauses(static_cast<std::uint64_t>(comm.rank()));
  for (int k = 0; k < 120; ++k) {
    expect_right_replay(c, one, k, pauses);
    if (k % 3 != 0) expect_right_replay(d, other, k, pauses);
  }
}

// Every rank counts the replay, also one on which it throws.
TEST(Racing, GoesOnIfAnOperationThrowsOnOneRank) {
  const int ranks = ranks_here();
  if (ranks < 2) GTEST_SKIP() << "one rank is on one host";
  const Communicator comm = on_hosts(hosts_of(ranks, 1));
  const Case c(comm, 1);
  Exchange halo(c.pattern(), choose_plan(c.pattern(), on_a_network(1)));
  std::vector<double> sums(c.global_of.size());
  for (int replays = 0; replays < 20; ++replays) {
    int times = 0;
    const auto refuse = [&](double one, double other) {
      ++times;
      if (replays % ranks == comm.rank()) throw Error("these cannot be added");
      return one + other;
    };
    try {
      halo.scatter(refuse, sums);
      EXPECT_TRUE(times == 0 || replays % ranks != comm.rank());
    } catch (const Error& error) {
      EXPECT_STREQ(error.what(), "these cannot be added");
    }
  }
  replay(c, halo, 60);
}

TEST(Racing, MayEndAtAnyReplay) {
  const int ranks = ranks_here();
  if (ranks < 2) GTEST_SKIP() << "one rank is on one host";
  const Communicator comm = on_hosts(hosts_of(ranks, 1));
  const Case c(comm, 1);
  const Plan plan = choose_plan(c.pattern(), on_a_network(1));
  for (int replays = 0; replays < 20; ++replays) {
    Exchange halo(c.pattern(), plan);
    replay(c, halo, replays);
  }
}

TEST(Racing, StaysWithItsPlanIfReplaysDifferInLength) {
  const int ranks = ranks_here();
  if (ranks < 2) GTEST_SKIP() << "one rank is on one host";
  const Case c(on_hosts(hosts_of(ranks, 1)), 1);
  const Plan plan = choose_plan(c.pattern(), on_a_network(1));
  if (plan.candidates.size() == 1) GTEST_SKIP() << "nothing to choose from";
  Exchange halo(c.pattern(), plan);
  for (std::size_t k = 0; k < 40; ++k) {
    std::vector<double> field(c.global_of.size() * (1 + k % 2));
    halo.gather(FieldView<double>::contiguous(field, 1 + k % 2));
  }
  EXPECT_EQ(halo.plan().strategy(), plan.strategy());
  EXPECT_THAT(halo.plan().reason, HasSubstr("raced nothing, because replays differ in length"));
}

// Plans that are made or loaded have one candidate; so have those that are told not to race.
TEST(Racing, IsOneWayAloneOnOneHost) {
  const int ranks = ranks_here();
  const Case here(on_hosts(one_host(ranks)), 1);
  EXPECT_EQ(choose_plan(here.pattern()).candidates.size(), 1);
  EXPECT_EQ(choose_plan(here.pattern(), on_a_network(1)).candidates.size(), 1)
      << "of a network that it is not on";
  if (ranks < 4) return;

  const Case c(on_hosts(hosts_of(ranks, 1)), 1);
  EXPECT_GT(choose_plan(c.pattern(), on_a_network(1)).candidates.size(), 1);
  EXPECT_EQ(make_plan(c.pattern()).candidates.size(), 1);
  ChoiceOptions options = on_a_network(1);
  options.race = false;
  EXPECT_EQ(choose_plan(c.pattern(), options).candidates.size(), 1);
  options.race = true;
  options.replays = 10;
  EXPECT_EQ(choose_plan(c.pattern(), options).candidates.size(), 1) << "10 replays repay no race";
  {
    const Variable off("PARTITA_LEARN", "0");
    EXPECT_EQ(choose_plan(c.pattern(), on_a_network(1)).candidates.size(), 1);
  }
  {
    const Variable wrong("PARTITA_LEARN", "perhaps");
    EXPECT_THROW((void)choose_plan(c.pattern(), on_a_network(1)), CollectiveError);
  }
}

}  // namespace
}  // namespace partita
