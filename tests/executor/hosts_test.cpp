// Messages through shared memory and by MPI in one replay.
#include "tests/executor/hosts.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <partita/executor/exchange.hpp>
#include <partita/executor/plan/plan.hpp>
#include <partita/support/error.hpp>

#include "tests/executor/all_values.hpp"
#include "tests/executor/every_plan.hpp"
#include "tests/executor/random_case.hpp"

namespace partita {
namespace {

using namespace testing_support;

std::vector<std::vector<int>> ways_to_put_on_hosts(int ranks) {
  std::vector<int> halves, in_turn, one_alone;
  for (int rank = 0; rank < ranks; ++rank) {
    halves.push_back(2 * rank / ranks);
    in_turn.push_back(rank % 2);
    one_alone.push_back(rank > 0 ? 1 : 0);
  }
  return {halves, in_turn, one_alone};
}

class HostsTest : public testing::TestWithParam<Protocol> {};

INSTANTIATE_TEST_SUITE_P(By, HostsTest, testing::ValuesIn(all_protocols()),
                         [](const auto& way) { return std::string(name_of(way.param)); });

TEST_P(HostsTest, HaveAllValuesWhereverTheRanksAre) {
  for (const std::vector<int>& host_of : ways_to_put_on_hosts(Communicator(MPI_COMM_WORLD).size())) {
    const Communicator comm = on_hosts(host_of);
    for (const Algorithm algorithm : {Algorithm::ac, Algorithm::rs_n, Algorithm::two_stage})
      for (std::uint64_t seed = 0; seed < 4; ++seed) {
        SCOPED_TRACE(text(name_of(algorithm), ", seed ", seed));
        const Case c(comm, seed);
        PlanOptions options;
        options.schedule.algorithm = algorithm;
        options.way.protocol = GetParam();
        expect_all_values(c, Exchange(c.pattern(), make_plan(c.pattern(), options)));
      }
  }
}

}  // namespace
}  // namespace partita
