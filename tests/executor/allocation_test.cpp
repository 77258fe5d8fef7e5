// In steady state a replay allocates nothing.
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <partita/executor/exchange.hpp>
#include <partita/executor/plan/plan.hpp>
#include <partita/inspector/localize.hpp>
#include <partita/support/random.hpp>

#include "tests/executor/count_allocations.hpp"
#include "tests/executor/every_plan.hpp"
#include "tests/executor/hosts.hpp"

namespace partita {
namespace {

using testing_support::allocations;

class AllocationTest : public testing::TestWithParam<std::tuple<Algorithm, Protocol>> {};

INSTANTIATE_TEST_SUITE_P(EveryPlan, AllocationTest, testing_support::every_plan(),
                         testing_support::name_of_plan);

TEST_P(AllocationTest, ReplaysAllocateNothing) {
  const auto [algorithm, protocol] = GetParam();
  const Machine machine{.ranks_per_host = 2, .costs = {.fragment = 20}};
  for (const Transport transport : {Transport::mpi, Transport::automatic}) {
    const Communicator comm =
        transport == Transport::mpi ? testing_support::on_two_hosts() : Communicator(MPI_COMM_WORLD);
    const std::uint64_t seed = 8;
    // Each rank reads some values of any rank.
    const auto table = TranslationTable::block(comm, 8 * comm.size());
    Random random(seed + static_cast<std::uint64_t>(comm.rank()));
    std::vector<global_index> references(12);
    for (global_index& reference : references)
      reference = random.below(8 * static_cast<std::uint32_t>(comm.size()));
    const AccessPattern pattern = localize(table, references).pattern;
    if (comm.size() > 1) {
      ASSERT_GT(pattern.ghosts(), 0) << "nothing travels";
    }
    Exchange halo(pattern,
                  make_plan(pattern, {.schedule = {.algorithm = algorithm, .seed = seed, .machine = machine},
                                      .way = {protocol},
                                      .transport = transport}));
    for (const std::size_t k : {1u, 4u}) {
      std::vector<double> q(static_cast<std::size_t>(pattern.local_size()) * k, 1.0), res = q;
      const auto rows = FieldView<double>::contiguous(q, k), sums = FieldView<double>::contiguous(res, k);
      const auto replay = [&](int times) {
        const std::size_t before = allocations();
        for (int replays = 0; replays < times; ++replays) {
          halo.begin_gather(rows);
          halo.scatter_add(sums);
          halo.finish_gather(rows);
          halo.gather(rows);
        }
        return allocations() - before;
      };
      replay(2);  // buffers grow
      EXPECT_EQ(replay(5), 0u) << k << " components, " << name_of(transport);
    }
  }
}

TEST(Allocations, AreCounted) {
  const std::size_t before = allocations();
  const std::vector<double> memory(10);
  EXPECT_EQ(allocations(), before + 1) << "else the other tests show nothing";
  EXPECT_EQ(memory.front(), 0);
}

}  // namespace
}  // namespace partita
