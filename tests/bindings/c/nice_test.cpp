// NICE's primitives: buffers by pointer, to the ranks of a destination vector and from those of the source
// vector.
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <partita/support/random.hpp>

#include "calls.hpp"

namespace partita {
namespace {

using namespace testing_support;

using SchedulingTable = Handle<partita_scheduling_table, partita_nice_free>;

// Units from each rank to each: some send nothing, some to themselves.
std::vector<std::vector<std::int64_t>> random_lengths(std::uint64_t seed) {
  Random random(seed);
  std::vector lengths(at(number_of_ranks()), std::vector<std::int64_t>(at(number_of_ranks())));
  for (auto& row : lengths)
    for (std::int64_t& length : row) length = random.below(3) == 0 ? 1 + random.below(30) : 0;
  return lengths;
}

double unit(std::size_t from, std::size_t to, std::size_t k) {
  return 1e4 * static_cast<double>(from) + 1e2 * static_cast<double>(to) + static_cast<double>(k);
}

// The entries of a row or column that are not 0, and a buffer for each.
struct Messages {
  std::vector<int> ranks;
  std::vector<std::int64_t> lengths;
  std::vector<std::vector<double>> buffers;

  void add(std::size_t rank, std::int64_t length) {
    if (length == 0) return;
    ranks.push_back(static_cast<int>(rank));
    lengths.push_back(length);
    buffers.emplace_back(static_cast<std::size_t>(length), -1.0);
  }
  template <class Pointer>
  std::vector<Pointer> pointers() {
    std::vector<Pointer> all;
    for (auto& buffer : buffers) all.push_back(buffer.data());
    return all;
  }
};

class Nice : public testing::Test {
 protected:
  // Makes a table of random messages, and communicates twice.
  void expect_communicated(std::uint64_t seed, const char* plan) {
    const auto lengths = random_lengths(seed);
    const std::size_t me = at(rank_here());
    Messages out, in;
    for (std::size_t rank = 0; rank < lengths.size(); ++rank) {
      out.add(rank, lengths[me][rank]);
      in.add(rank, lengths[rank][me]);
    }
    SchedulingTable table;
    const int n = static_cast<int>(out.ranks.size());
    expect_ok(
        partita_nice_schedule(MPI_COMM_WORLD, n, out.ranks.data(), out.lengths.data(), plan, &table.handle));

    int sources = -1;
    expect_ok(partita_nice_sources(table, &sources));
    ASSERT_EQ(at(sources), in.ranks.size());
    std::vector<int> ranks(at(sources));
    std::vector<std::int64_t> units(at(sources));
    expect_ok(partita_nice_source_vector(table, ranks.data(), units.data()));
    EXPECT_EQ(ranks, in.ranks);
    EXPECT_EQ(units, in.lengths);

    for (int time = 0; time < 2; ++time) {
      for (std::size_t d = 0; d < out.buffers.size(); ++d)
        for (std::size_t k = 0; k < out.buffers[d].size(); ++k)
          out.buffers[d][k] = time + unit(me, at(out.ranks[d]), k);
      const auto outgoing = out.pointers<const void*>();
      const auto incoming = in.pointers<void*>();
      if (time == 0) {
        expect_ok(partita_nice_communicate(table, sizeof(double), outgoing.data(), incoming.data()));
      } else {
        expect_ok(partita_nice_begin(table, sizeof(double), outgoing.data(), incoming.data()));
        expect_ok(partita_nice_finish(table));
      }
      for (std::size_t s = 0; s < in.buffers.size(); ++s)
        for (std::size_t k = 0; k < in.buffers[s].size(); ++k)
          ASSERT_EQ(in.buffers[s][k], time + unit(at(in.ranks[s]), me, k)) << "seed " << seed;
    }
  }
};

TEST_F(Nice, BuffersArriveByEveryPlan) {
  for (const char* plan : {"", "rs_nh", "colouring ready_signal", "two_stage", "lp pairwise_sync"})
    for (std::uint64_t seed = 0; seed < 10; ++seed) expect_communicated(seed, plan);
}

TEST_F(Nice, DestinationsThatDoNotAscendAreRefusedOnAllRanks) {
  const int twice[] = {0, 0};
  const std::int64_t one[] = {1, 1}, none[] = {0};
  SchedulingTable table;
  const auto schedule = [&](int n, const std::int64_t* length) {
    return partita_nice_schedule(MPI_COMM_WORLD, n, twice, length, "", &table.handle);
  };
  expect_refused(schedule(rank_here() == 0 ? 2 : 0, one), PARTITA_COLLECTIVE_ERROR,
                 "the destination vector of rank 0 must ascend by rank");
  expect_refused(schedule(1, none), PARTITA_COLLECTIVE_ERROR, "have no entry of length 0");
  expect_refused(schedule(-1, none), PARTITA_COLLECTIVE_ERROR, "is -1");
  EXPECT_EQ(table.handle, nullptr);
  expect_refused(partita_nice_finish(nullptr), PARTITA_ERROR, "the scheduling table is a null pointer");
}

}  // namespace
}  // namespace partita
