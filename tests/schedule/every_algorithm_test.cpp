// Every algorithm of the table keeps to what its entry says, on random patterns.
#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <partita/schedule/algorithm_entry.hpp>
#include <partita/schedule/message.hpp>
#include <partita/schedule/quality.hpp>
#include <partita/schedule/verify.hpp>
#include <partita/support/hash.hpp>

#include "miniapps/random_matrix.hpp"
#include "tests/schedule/machines.hpp"
#include "tests/schedule/random_matrix.hpp"

namespace partita {
using namespace detail;
namespace {

class EveryAlgorithm : public testing::TestWithParam<AlgorithmEntry> {
 protected:
  const AlgorithmEntry& entry_ = GetParam();

  // On every kind of machine in turn, with 1 to 4 ranks a host.
  ScheduleOptions options(const CommunicationMatrix& matrix, std::uint64_t seed) const {
    ScheduleOptions all{entry_.value, seed, {}};
    const std::vector<Machine> machines = testing_support::machines_for(matrix.ranks());
    all.machine = machines[seed % machines.size()];
    all.machine.ranks_per_host = 1 + static_cast<int>(seed / machines.size() % 4);
    return all;
  }

  std::vector<PhaseTable> tables(const CommunicationMatrix& matrix, const ScheduleOptions& options) const {
    return make_schedule(matrix, options).tables;
  }

  // 32 ranks that send and receive 8 messages of 1 to 32 units each.
  const CommunicationMatrix regular_ = make_random_matrix({.ranks = 32, .density = 8, .longest = 32}, 3);

  ScheduleOptions on_hosts_of_4() const {
    ScheduleOptions options{entry_.value};
    options.machine.ranks_per_host = 4;
    return options;
  }
};

TEST_P(EveryAlgorithm, MovesEverythingOnceThereAndBack) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    const auto matrix = testing_support::random_matrix(seed);
    const ScheduleOptions options = this->options(matrix, seed);
    const Machine judged = entry_.avoids_link_contention ? options.machine : Machine{};
    const Schedule forward = make_schedule(matrix, options);
    EXPECT_EQ(verify(forward, matrix, judged), std::nullopt);
    EXPECT_EQ(verify(reverse(forward, matrix), testing_support::transposed(matrix), judged), std::nullopt);
    if (entry_.staged) continue;
    EXPECT_GE(longest_sum(forward.tables), longest_sum_bound(matrix));
    if (entry_.ordered) {
      EXPECT_GE(forward.phases(), matrix.degree());
    }
  }
}

TEST_P(EveryAlgorithm, SharesNoLinkInThousandsOfSmallSchedulesIfItSaysSo) {
  for (std::uint64_t seed = 0; seed < 3000 && entry_.avoids_link_contention; ++seed) {
    const int ranks = 2 + static_cast<int>(seed % 11);
    const auto matrix = make_random_matrix(
        {.ranks = ranks, .density = ranks / 2, .longest = 9, .regularity = Regularity::independent}, seed);
    const ScheduleOptions options = this->options(matrix, seed);
    EXPECT_EQ(verify(make_schedule(matrix, options), matrix, options.machine), std::nullopt) << seed;
  }
}

TEST_P(EveryAlgorithm, SharesNoLinkOfFullHypercubesOf8To128NodesIfItSaysSo) {
  for (int ranks = 8; ranks <= 128 && entry_.avoids_link_contention; ranks *= 2)
    for (const char* machine : {"hypercube", "ipsc860"})
      for (const int density : {4, ranks / 2, ranks - 1}) {
        const auto matrix = make_random_matrix({.ranks = ranks, .density = density, .longest = 32}, 1);
        const ScheduleOptions options{entry_.value, 1, machine_named(machine, ranks)};
        EXPECT_EQ(verify(make_schedule(matrix, options), matrix, options.machine), std::nullopt)
            << options.machine.name() << ", density " << density;
      }
}

TEST_P(EveryAlgorithm, HasEmptyPhasesOnlyIfItSaysSo) {
  bool empty = false;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const auto matrix = testing_support::random_matrix(seed);
    const std::vector<PhaseTable> all = tables(matrix, options(matrix, seed));
    std::vector<bool> used(static_cast<std::size_t>(all.front().phases), false);
    for (const Message& message : messages(all)) used[static_cast<std::size_t>(message.phase)] = true;
    empty = empty || std::find(used.begin(), used.end(), false) != used.end();
  }
  EXPECT_EQ(empty, entry_.has_empty_phases);
}

TEST_P(EveryAlgorithm, SplitsMessagesOnlyIfItSaysSo) {
  bool split = false;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const auto matrix = testing_support::random_matrix(seed);
    for (const Message& message : messages(tables(matrix, options(matrix, seed))))
      for (const Piece& piece : message.pieces) {
        const DestinationVector& row = matrix.destinations(piece.origin);
        split =
            split || std::find(row.begin(), row.end(), MatrixEntry{piece.target, piece.length}) == row.end();
      }
  }
  EXPECT_EQ(split, entry_.splits_messages);
}

TEST_P(EveryAlgorithm, DividesAMessageAmongAllRanksOnlyIfItSaysSo) {
  const CommunicationMatrix matrix({{{5, 16}}, {}, {}, {}, {}, {}, {}, {}});
  std::size_t carriers = 1;
  for (const PhaseTable& table : tables(matrix, on_hosts_of_4())) carriers += table.receives.empty() ? 0 : 1;
  EXPECT_EQ(entry_.divides_messages, carriers == 8);
}

TEST_P(EveryAlgorithm, RelaysOnlyIfItSaysSo) {
  const std::vector<Message> all = messages(tables(regular_, on_hosts_of_4()));
  EXPECT_EQ(entry_.staged, std::any_of(all.begin(), all.end(), [](const Message& message) {
              return message.pieces.front().origin != message.from ||
                     message.pieces.front().target != message.to;
            }));
}

TEST_P(EveryAlgorithm, SendsSharedValuesOnceOnlyIfItSaysSo) {
  // Both other hosts of 4 need the same 3 values of rank 0, on two ranks each.
  std::vector<DestinationVector> rows(12);
  std::vector<IndexRuns> indices(12);
  for (const int target : {5, 7, 8, 9}) {
    rows[0].push_back({target, 3});
    indices[0].push_back({target, 0, 70, 3});
  }
  const CommunicationMatrix matrix = CommunicationMatrix(std::move(rows)).with_indices(std::move(indices));
  const ScheduleOptions options = on_hosts_of_4();
  const Schedule schedule = make_schedule(matrix, options);
  EXPECT_EQ(verify(schedule, reverse(schedule, matrix), matrix), std::nullopt);
  Units copied = 0;
  for (const Copy& copy : schedule.tables[0].copies) copied += copy.to.length;
  EXPECT_EQ(copied, entry_.sends_once ? 6 : 0);
}

TEST_P(EveryAlgorithm, ReceivesTwiceInAPhaseOnlyIfItSaysSo) {
  bool twice = false;
  for (const PhaseTable& table : tables(regular_, on_hosts_of_4()))
    for (std::size_t k = 1; k < table.receives.size(); ++k)
      twice = twice || table.receives[k].phase == table.receives[k - 1].phase;
  EXPECT_EQ(entry_.ordered, !twice);
}

TEST_P(EveryAlgorithm, DependsOnTheSeedAndOnStartUpsOnlyIfItSaysSo) {
  const auto made = [&](std::uint64_t seed, double start_up) {
    return tables(regular_, {.algorithm = entry_.value, .seed = seed, .start_up = start_up});
  };
  EXPECT_EQ(made(1, 0), made(1, 0));
  EXPECT_EQ(entry_.needs_seed, made(1, 0) != made(2, 0));
  EXPECT_EQ(entry_.weighs_start_up, made(1, 0) != made(1, 1000));
}

// Recorded once.
const std::map<std::string_view, std::string_view> recorded{
    {"rs_n", "41e4d52dc92862a5"},           {"rs_nl", "3a35dc26e431a9e3"},
    {"rs_nh", "0a1b858d38d9cc65"},          {"rs_nlh", "36a11b264934899f"},
    {"link_colouring", "46f0c118225f44c3"}, {"distributed", "76a5af21ce4fdc65"},
};

TEST_P(EveryAlgorithm, MakesOfASeedTheSameOnEveryComputer) {
  std::vector<Units> numbers;
  for (const char* machine : {"ipsc860", "hypercube"}) {
    const ScheduleOptions options{entry_.value, 1, machine_named(machine, regular_.ranks())};
    for (const Message& message : messages(tables(regular_, options))) {
      numbers.insert(numbers.end(), {message.phase, message.from, message.to});
      for (const Piece& piece : message.pieces) numbers.insert(numbers.end(), {piece.offset, piece.length});
    }
  }
  const auto found = recorded.find(entry_.spelling);
  ASSERT_EQ(entry_.needs_seed, found != recorded.end());
  if (entry_.needs_seed) {
    Hash hash;
    for (const Units number : numbers) hash.add(number);
    EXPECT_EQ(hex(hash.state()), found->second);
  }
}

TEST_P(EveryAlgorithm, EqualsItsSimplerOneWithoutLinksAndSharedHosts) {
  if (!entry_.simpler) return;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const int density = 1 + static_cast<int>(seed % 15);
    const auto matrix = make_random_matrix(
        {.ranks = 16, .density = density, .longest = 9, .regularity = Regularity::independent}, seed);
    EXPECT_EQ(tables(matrix, {entry_.value, seed}), tables(matrix, {*entry_.simpler, seed})) << seed;
  }
}

TEST_P(EveryAlgorithm, IsIntroducedInALine) {
  EXPECT_LE(entry_.spelling.size(), 18u);  // --help aligns
  EXPECT_LE(entry_.summary.size(), 80u);
  EXPECT_FALSE(entry_.summary.empty());
  EXPECT_FALSE(entry_.source.empty());
}

INSTANTIATE_TEST_SUITE_P(Table, EveryAlgorithm,
                         testing::ValuesIn(algorithm_entries().begin(), algorithm_entries().end()),
                         [](const auto& entry) { return std::string(entry.param.spelling); });

}  // namespace
}  // namespace partita
