// Schedules whose stages are replayed by protocols of their own.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <partita/executor/exchange.hpp>
#include <partita/executor/nice.hpp>
#include <partita/executor/plan/plan.hpp>
#include <partita/executor/replay/memory/layout.hpp>
#include <partita/executor/replay/replay.hpp>
#include <partita/inspector/localize.hpp>
#include <partita/support/error.hpp>
#include <partita/support/random.hpp>

#include "tests/executor/all_values.hpp"
#include "tests/executor/every_plan.hpp"
#include "tests/executor/random_case.hpp"

namespace partita {

using namespace detail;
namespace {

using namespace testing_support;

TEST(StageProtocols, OneServesAllStagesAndTheLastAllThatFollow) {
  const StageProtocols one = Protocol::barrier, two{Protocol::lock, Protocol::barrier};
  for (const std::size_t stage : {0u, 1u, 7u}) {
    EXPECT_EQ(one.of_stage(stage), Protocol::barrier);
    EXPECT_EQ(two.of_stage(stage), stage == 0 ? Protocol::lock : Protocol::barrier);
  }
  EXPECT_EQ(StageProtocols(Protocol::lock, Protocol::lock), Protocol::lock);
  for (const std::size_t wrong : {std::size_t{0}, StageProtocols::most + 1})
    EXPECT_THROW(StageProtocols(std::span<const Protocol>(std::vector<Protocol>(wrong))), Error);
}

TEST(StageProtocols, HaveTheNamesOfCommandLines) {
  EXPECT_EQ(stage_protocols_named("post_all"), Protocol::post_all);
  EXPECT_EQ(stage_protocols_named("lock,barrier,lock"),
            StageProtocols(Protocol::lock, Protocol::barrier, Protocol::lock));
  EXPECT_EQ(name_of(StageProtocols(Protocol::lock, Protocol::barrier)), "lock,barrier");
  for (const char* wrong : {"", "lock,", ",lock", "lock barrier", "lock;barrier"})
    EXPECT_THROW((void)stage_protocols_named(wrong), Error) << wrong;
}

// Every rank sends `units` units to every rank, itself too: the stages of its schedule.
std::vector<int> stages_of_all_to_all(const Communicator& comm, const ScheduleOptions& options, Units units,
                                      std::size_t most) {
  DestinationVector everyone;
  std::vector<BufferPart> places;
  for (int rank = 0; rank < comm.size(); ++rank) {
    everyone.push_back({rank, units});
    places.push_back({rank, static_cast<std::size_t>(rank * units), static_cast<std::size_t>(units)});
  }
  const PhaseTable table = make_phase_tables(comm, everyone, everyone, options).forward;
  return first_phases_of_stages(comm, lay_out(comm.rank(), table, places, places).value().relayed, most);
}

TEST(Stages, AreSeenInThePhaseTables) {
  const Communicator comm(MPI_COMM_WORLD);
  const int ranks = comm.size();
  const auto begins = [&](Algorithm algorithm, std::size_t most = 100) {
    return stages_of_all_to_all(
        comm, {.algorithm = algorithm, .machine = {.ranks_per_host = 2}, .standard_dimensions = 1}, 16, most);
  };
  for (const auto& [algorithm, name] : algorithms) {
    if (is_staged(algorithm)) continue;
    EXPECT_EQ(begins(algorithm), std::vector<int>{0}) << name;
  }
  // Of two ranks none needs a third.
  EXPECT_EQ(begins(Algorithm::two_stage).size(), ranks > 2 ? 2u : 1u);
  EXPECT_EQ(begins(Algorithm::two_stage, 1), std::vector<int>{0});
  if (ranks == 8) {
    EXPECT_EQ(begins(Algorithm::two_stage), (std::vector<int>{0, 8})) << "linear permutation has 7 phases";
    EXPECT_EQ(begins(Algorithm::standard_exchange), (std::vector<int>{0, 1, 2}));
    EXPECT_EQ(begins(Algorithm::standard_exchange, 2), (std::vector<int>{0, 1}));
    EXPECT_EQ(begins(Algorithm::multiphase), (std::vector<int>{0, 1}));
    EXPECT_EQ(begins(Algorithm::node_aware).size(), 3u);
  }
}

class StagesTest : public testing::TestWithParam<Algorithm> {
 protected:
  // Gathers and scatters a random pattern: every bit as a serial program has it.
  void expect_bits(std::uint64_t seed, const StageProtocols& protocol, Transport transport) {
    const Case c(comm_, seed);
    const PlanOptions options{.schedule = {.algorithm = GetParam(),
                                           .seed = seed,
                                           .machine = {.ranks_per_host = 1 + static_cast<int>(seed % 3)}},
                              .way = {.protocol = protocol, .window = 2},
                              .transport = transport};
    expect_all_values(c, Exchange(c.pattern(), make_plan(c.pattern(), options)));
  }

  const Communicator comm_{MPI_COMM_WORLD};
};

INSTANTIATE_TEST_SUITE_P(Staged, StagesTest,
                         testing::Values(Algorithm::two_stage, Algorithm::standard_exchange,
                                         Algorithm::multiphase, Algorithm::node_aware, Algorithm::rs_n),
                         [](const auto& algorithm) { return std::string(name_of(algorithm.param)); });

TEST_P(StagesTest, ByAnyTwoProtocolsHaveTheBitsOfASerialProgram) {
  std::uint64_t seed = 0;
  for (const auto& [first, first_name] : protocols)
    for (const auto& [second, second_name] : protocols) {
      if (first == second) continue;
      SCOPED_TRACE(text(first_name, ", then ", second_name, ", seed ", ++seed));
      expect_bits(seed, {first, second}, transport_of(seed));
    }
}

TEST_P(StagesTest, ByManyProtocolsHaveTheBitsOfASerialProgram) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    std::vector<Protocol> each;
    for (int stage = 0; stage < 4; ++stage)
      each.push_back(protocols[random.below(static_cast<std::uint32_t>(protocols.size()))].value);
    const StageProtocols all{std::span<const Protocol>(each)};
    SCOPED_TRACE(text(name_of(all), ", seed ", seed));
    expect_bits(seed, all, transport_of(seed));
  }
}

TEST(Stages, OfNicesTablesMayHaveTheirProtocolsToo) {
  const Communicator comm(MPI_COMM_WORLD);
  DestinationVector everyone;
  std::vector<std::vector<int>> to, from;
  std::vector<const void*> outgoing;
  std::vector<void*> incoming;
  for (int rank = 0; rank < comm.size(); ++rank) everyone.push_back({rank, 10});
  auto table = nice::schedule(comm, everyone, {.algorithm = Algorithm::two_stage});
  table.way.protocol = {Protocol::lock, Protocol::barrier};
  for (int rank = 0; rank < comm.size(); ++rank) {
    to.emplace_back(10, 100 * comm.rank() + rank);
    from.emplace_back(10, -1);
  }
  for (std::vector<int>& buffer : to) outgoing.push_back(buffer.data());
  for (std::vector<int>& buffer : from) incoming.push_back(buffer.data());
  nice::Communication communicate(comm, table);
  for (int times = 0; times < 3; ++times) {
    communicate(outgoing, incoming, sizeof(int));
    for (int rank = 0; rank < comm.size(); ++rank)
      EXPECT_EQ(from[static_cast<std::size_t>(rank)], std::vector<int>(10, 100 * rank + comm.rank()));
  }
}

TEST(Stages, RanksThatWantOtherProtocolsAreToldSo) {
  const Communicator comm(MPI_COMM_WORLD);
  if (comm.size() == 1) GTEST_SKIP() << "one rank cannot disagree";
  const Case c(comm, 1);
  const StageProtocols protocol =
      comm.rank() == 0 ? StageProtocols{Protocol::lock} : StageProtocols{Protocol::lock, Protocol::barrier};
  EXPECT_THROW((void)make_plan(c.pattern(), {.way = {protocol}}), CollectiveError);
}

// What a rank may not relay goes empty, so that its receiver refuses it, too. By `lock` all goes by MPI,
// which ends the job if a message is too long.
TEST(Stages, EndOnAllRanksWithAnErrorIfOneHasOtherValuesForAll) {
  const Communicator comm(MPI_COMM_WORLD);
  if (comm.size() == 1) GTEST_SKIP() << "to oneself it is the same";
  std::vector<global_index> others;
  for (int rank = 0; rank < comm.size(); ++rank)
    if (rank != comm.rank()) others.push_back(rank);
  const AccessPattern pattern = localize(TranslationTable::block(comm, comm.size()), others).pattern;
  for (const Algorithm algorithm : {Algorithm::ac, Algorithm::two_stage, Algorithm::standard_exchange})
    for (const Protocol protocol : all_protocols()) {
      if (protocol == Protocol::lock) continue;
      SCOPED_TRACE(text(name_of(algorithm), " by ", name_of(protocol)));
      PlanOptions options;
      options.schedule.algorithm = algorithm;
      options.way.protocol = protocol;
      Exchange halo(pattern, make_plan(pattern, options));
      std::vector<double> values(2 * static_cast<std::size_t>(comm.size()));
      const auto rows = FieldView<double>::contiguous(values.data(), comm.rank() == 0 ? 2 : 1);
      EXPECT_THROW(halo.gather(rows), Error);
    }
}

}  // namespace
}  // namespace partita
