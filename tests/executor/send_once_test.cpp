// Plans by which a value that several ranks of a host need goes to that host once.
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <partita/executor/choosing/choose_plan.hpp>
#include <partita/executor/exchange.hpp>
#include <partita/executor/prediction/predict.hpp>
#include <partita/schedule/verify.hpp>
#include <partita/support/random.hpp>
#include <partita/support/reduce.hpp>

#include "tests/executor/all_values.hpp"
#include "tests/executor/every_plan.hpp"
#include "tests/executor/hosts.hpp"
#include "tests/executor/random_case.hpp"

namespace partita {
namespace {

using namespace testing_support;

constexpr local_index values_a_rank = 12;

// Every rank owns 12 values and needs each of the others' with probability 1/2, so that ranks share many.
AccessPattern dense_pattern(const Communicator& comm, std::uint64_t seed) {
  Random random(100 * seed + static_cast<std::uint64_t>(comm.rank()));
  std::vector<Location> ghosts;
  for (int owner = 0; owner < comm.size(); ++owner)
    for (local_index index = 0; index < values_a_rank; ++index)
      if (random.below(2) == 0 && owner != comm.rank()) ghosts.push_back({owner, index});
  return make_pattern(comm, values_a_rank, ghosts);
}

PlanOptions node_aware_on(int ranks_per_host, const StageProtocols& protocol = Protocol::post_all) {
  return {.schedule = {.algorithm = Algorithm::node_aware, .machine = {.ranks_per_host = ranks_per_host}},
          .way = {protocol}};
}

Units copied(const Communicator& comm, const Plan& plan) {
  Units mine = 0;
  for (const Copy& copy : plan.best().tables.forward.copies)
    if (copy.from.origin == comm.rank()) mine += copy.to.length;
  return sum(comm, mine);
}

// Hosts of 2 ranks, whose cables are slow.
Machine with_slow_cables(int ranks) {
  Machine machine = machine_named("crossbar", ranks);
  machine.ranks_per_host = 2;
  machine.costs.start_up = machine.costs.host_start_up = 1e-6;
  machine.costs.bandwidth = 1e3;
  machine.costs.host_bandwidth = 1e9;
  return machine;
}

// By the protocol and the ranks of a host.
class SendOnce : public testing::TestWithParam<std::tuple<Protocol, int>> {
 protected:
  PlanOptions options() const { return node_aware_on(std::get<1>(GetParam()), std::get<0>(GetParam())); }

  const Communicator comm_{MPI_COMM_WORLD};
};

INSTANTIATE_TEST_SUITE_P(By, SendOnce,
                         testing::Combine(testing::ValuesIn(all_protocols()), testing::Values(1, 2, 3, 4)),
                         [](const auto& way) {
                           return text(name_of(std::get<0>(way.param)), "_", std::get<1>(way.param));
                         });

TEST_P(SendOnce, GathersTheBitsOfAllAtOnceByEveryTransport) {
  for (const Transport transport : transports_of_any_plan)
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      const AccessPattern pattern = dense_pattern(comm_, seed);
      PlanOptions once = options();
      once.transport = transport;
      const Plan plan = make_plan(pattern, once);
      const int ranks_per_host = once.schedule.machine.ranks_per_host;
      EXPECT_EQ(copied(comm_, plan) > 0, ranks_per_host > 1 && comm_.size() > ranks_per_host);
      Exchange halo(pattern, plan), plain(pattern, make_plan(pattern));
      for (const std::size_t components : {1u, 3u, 200u}) {
        std::vector<double> q(static_cast<std::size_t>(pattern.local_size()) * components, -1);
        for (std::size_t k = 0; k < static_cast<std::size_t>(pattern.owned()) * components; ++k)
          q[k] = value(comm_.rank(), k);
        std::vector<double> expected = q;
        const auto rows = FieldView<double>::contiguous(q, components),
                   expected_rows = FieldView<double>::contiguous(expected, components);
        halo.gather(rows);
        plain.gather(expected_rows);
        ASSERT_EQ(q, expected) << "seed " << seed;
        halo.scatter_add(rows);
        plain.scatter_add(expected_rows);
        ASSERT_EQ(q, expected) << "seed " << seed;
      }
    }
}

TEST_P(SendOnce, HasAllValuesWhereRanksOfAHostShareMemoryAndOthersDoNot) {
  const int ranks_per_host = std::get<1>(GetParam());
  std::vector<int> host_of;
  for (int rank = 0; rank < comm_.size(); ++rank) host_of.push_back(rank / ranks_per_host);
  const Communicator comm = on_hosts(host_of);
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    SCOPED_TRACE(seed);
    const Case c(comm, seed);
    expect_all_values(c, Exchange(c.pattern(), make_plan(c.pattern(), options())));
  }
}

TEST(SendOncePlan, PassesVerifyAndIsPredicted) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const MessageVectors vectors = message_vectors(dense_pattern(comm, seed));
    const PlanOptions options = node_aware_on(2);
    const Plan plan = make_plan(vectors, options);
    EXPECT_EQ(verify(comm, vectors.destinations, plan.best().schedule, plan.best().tables, vectors.indices),
              std::nullopt);
    const CommunicationMatrix matrix = concatenate(comm, vectors.destinations, vectors.indices);
    const auto seconds = [&](const CommunicationMatrix& of) {
      return predict(make_schedule(of, options.schedule).tables, {}, with_slow_cables(comm.size()), 8);
    };
    EXPECT_LE(seconds(matrix), seconds(matrix.counts()));
    if (comm.size() == 4) {
      EXPECT_LT(seconds(matrix), seconds(matrix.counts())) << "from both hosts to the other";
    }
  }
}

TEST(SendOncePlan, OfSeveralFieldsCopiesGranules) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const AccessPattern one = dense_pattern(comm, seed), other = dense_pattern(comm, seed + 50);
    const auto entry = [](const AccessPattern& pattern, std::vector<double>& field, std::size_t components) {
      return ExchangeEntry{pattern, Places(pattern), FieldView<double>::contiguous(field.data(), components)};
    };
    const auto filled = [&](const AccessPattern& pattern, std::size_t components) {
      std::vector<double> field(static_cast<std::size_t>(pattern.local_size()) * components, -1);
      for (std::size_t k = 0; k < static_cast<std::size_t>(pattern.owned()) * components; ++k)
        field[k] = value(comm.rank(), k);
      return field;
    };
    std::vector<double> a = filled(one, 3), b = filled(other, 1), expected_a = a, expected_b = b;
    Exchange halo({entry(one, a, 3), entry(other, b, 1)}, node_aware_on(2));
    EXPECT_EQ(copied(comm, halo.plan()) > 0, comm.size() > 2);
    halo.gather(a, b);
    Exchange(one, make_plan(one)).gather(FieldView<double>::contiguous(expected_a, 3));
    Exchange(other, make_plan(other)).gather(expected_b);
    EXPECT_EQ(a, expected_a) << "seed " << seed;
    EXPECT_EQ(b, expected_b) << "seed " << seed;
  }
}

TEST(SendOncePlan, IsChosenWhereCablesAreSlow) {
  const Communicator comm(MPI_COMM_WORLD);
  if (comm.size() != 4)
    GTEST_SKIP() << "of several pairs of hosts, one rank may have two, and be the slowest";
  const MessageVectors vectors = message_vectors(dense_pattern(comm, 1));
  const Plan plan =
      choose_plan(vectors, {.schedule = {.machine = with_slow_cables(comm.size())}, .race = false});
  ASSERT_EQ(plan.best().schedule.algorithm, Algorithm::node_aware) << plan.reason;
  EXPECT_GT(copied(comm, plan), 0);
}

}  // namespace
}  // namespace partita
