// NICE's primitives: buffers by pointer, to the ranks of a destination vector and from those of the source
// vector.
#include <algorithm>
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
  // Of the message to or from this rank.
  double* units(int rank, std::int64_t offset) {
    const auto place = std::ranges::find(ranks, rank) - ranks.begin();
    return buffers[static_cast<std::size_t>(place)].data() + offset;
  }
  template <class Pointer>
  std::vector<Pointer> pointers() {
    std::vector<Pointer> all;
    for (auto& buffer : buffers) all.push_back(buffer.data());
    return all;
  }
};

// Random messages of this rank, and a table made of them.
struct Scheduled {
  std::size_t me = at(rank_here());
  Messages out, in;
  SchedulingTable table;

  Scheduled(std::uint64_t seed, const char* plan) {
    const auto lengths = random_lengths(seed);
    for (std::size_t rank = 0; rank < lengths.size(); ++rank) {
      out.add(rank, lengths[me][rank]);
      in.add(rank, lengths[rank][me]);
    }
    const int n = static_cast<int>(out.ranks.size());
    expect_ok(
        partita_nice_schedule(MPI_COMM_WORLD, n, out.ranks.data(), out.lengths.data(), plan, &table.handle));
  }

  void fill(int time) {
    for (std::size_t d = 0; d < out.buffers.size(); ++d)
      for (std::size_t k = 0; k < out.buffers[d].size(); ++k)
        out.buffers[d][k] = time + unit(me, at(out.ranks[d]), k);
  }
  void expect_arrived(int time) const {
    for (std::size_t s = 0; s < in.buffers.size(); ++s)
      for (std::size_t k = 0; k < in.buffers[s].size(); ++k)
        ASSERT_EQ(in.buffers[s][k], time + unit(at(in.ranks[s]), me, k));
  }
};

struct PhaseTable {
  int phases = -1;
  std::vector<partita_nice_piece> sends, receives;

  explicit PhaseTable(const SchedulingTable& table) {
    int n_sends = -1, n_receives = -1;
    expect_ok(partita_nice_phases(table, &phases, &n_sends, &n_receives));
    sends.resize(at(n_sends));
    receives.resize(at(n_receives));
    expect_ok(partita_nice_phase_table(table, sends.data(), receives.data()));
  }
};

TEST(Nice, BuffersArriveByEveryPlan) {
  for (const char* plan : {"", "rs_nh", "colouring ready_signal", "two_stage", "lp pairwise_sync"})
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      SCOPED_TRACE(testing::Message() << plan << ", seed " << seed);
      Scheduled one(seed, plan);
      int sources = -1;
      expect_ok(partita_nice_sources(one.table, &sources));
      ASSERT_EQ(at(sources), one.in.ranks.size());
      std::vector<int> ranks(at(sources));
      std::vector<std::int64_t> units(at(sources));
      expect_ok(partita_nice_source_vector(one.table, ranks.data(), units.data()));
      EXPECT_EQ(ranks, one.in.ranks);
      EXPECT_EQ(units, one.in.lengths);

      const auto outgoing = one.out.pointers<const void*>();
      const auto incoming = one.in.pointers<void*>();
      one.fill(1);
      expect_ok(partita_nice_communicate(one.table, sizeof(double), outgoing.data(), incoming.data()));
      one.expect_arrived(1);
      one.fill(2);
      expect_ok(partita_nice_begin(one.table, sizeof(double), outgoing.data(), incoming.data()));
      expect_ok(partita_nice_finish(one.table));
      one.expect_arrived(2);
    }
}

// A program that sends the messages of the phase table by plain MPI.
TEST(Nice, ThePhaseTableSaysWhichUnitsTravelInWhichPhase) {
  for (const std::string plan : {"rs_n", "rs_nh", "colouring", "ac"})
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      SCOPED_TRACE(testing::Message() << plan << ", seed " << seed);
      Scheduled one(seed, plan.c_str());
      const PhaseTable cpt(one.table);
      one.fill(0);
      std::vector<MPI_Request> requests;
      for (const partita_nice_piece& piece : cpt.receives)
        MPI_Irecv(one.in.units(piece.origin, piece.offset), static_cast<int>(piece.length), MPI_DOUBLE,
                  piece.partner, piece.phase, MPI_COMM_WORLD, &requests.emplace_back());
      for (const partita_nice_piece& piece : cpt.sends)
        MPI_Isend(one.out.units(piece.target, piece.offset), static_cast<int>(piece.length), MPI_DOUBLE,
                  piece.partner, piece.phase, MPI_COMM_WORLD, &requests.emplace_back());
      MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
      one.expect_arrived(0);

      for (const auto* side : {&cpt.sends, &cpt.receives}) {
        int phase = -1;  // of the piece before
        for (const partita_nice_piece& piece : *side) {
          EXPECT_LT(piece.phase, cpt.phases);
          if (plan == "ac")
            EXPECT_EQ(piece.phase, 0);
          else
            EXPECT_GT(piece.phase, phase) << "one message a phase";
          phase = piece.phase;
        }
      }
    }
}

TEST(Nice, ThePhaseTableOfAStagedScheduleHasUnitsOfOtherRanks) {
  Scheduled one(7, "two_stage");
  const PhaseTable cpt(one.table);
  for (const partita_nice_piece& piece : cpt.receives)
    if (piece.target == rank_here())
      for (std::int64_t k = 0; k < piece.length; ++k) *one.in.units(piece.origin, piece.offset + k) += 1;
  for (const auto& buffer : one.in.buffers)
    EXPECT_EQ(buffer, std::vector<double>(buffer.size(), 0)) << "from -1: each unit comes once";

  int relays = 0, all_relays = 0;
  for (const partita_nice_piece& piece : cpt.sends) relays += piece.origin != rank_here() ? 1 : 0;
  MPI_Allreduce(&relays, &all_relays, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  EXPECT_EQ(all_relays > 0, number_of_ranks() > 2);
}

TEST(Nice, DestinationsThatDoNotAscendAreRefusedOnAllRanks) {
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
  expect_refused(partita_nice_phase_table(nullptr, nullptr, nullptr), PARTITA_ERROR,
                 "the scheduling table is a null pointer");
}

}  // namespace
}  // namespace partita
