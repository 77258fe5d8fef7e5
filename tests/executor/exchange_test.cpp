#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <partita/executor/exchange.hpp>
#include <partita/executor/plan/plan.hpp>
#include <partita/inspector/inspect.hpp>
#include <partita/support/error.hpp>

#include "tests/executor/all_values.hpp"
#include "tests/executor/every_plan.hpp"
#include "tests/executor/hosts.hpp"
#include "tests/executor/random_case.hpp"
#include "tests/sentence.hpp"

namespace partita {
namespace {

using namespace testing_support;

// Where ranks are, and how their messages travel. Between hosts, long ones have fragments.
struct Setting {
  bool on_two_hosts;
  Transport transport;
};

constexpr Setting settings[] = {
    {false, Transport::automatic}, {false, Transport::mpi}, {true, Transport::automatic}};

class ExchangeTest : public testing::TestWithParam<std::tuple<Algorithm, Protocol>> {
 protected:
  // Calls test(case, exchange) in every setting, for these seeds.
  template <class Test>
  void with_each_exchange(const std::vector<std::uint64_t>& seeds, const Test& test) const {
    for (const Setting& setting : settings)
      for (const std::uint64_t seed : seeds) {
        SCOPED_TRACE(text(setting.on_two_hosts ? "two hosts, " : "one host, ", name_of(setting.transport),
                          ", seed ", seed));
        const Case c(setting.on_two_hosts ? on_two_hosts_ : comm_, seed);
        Exchange halo(c.pattern(), plan(c.pattern(), setting, seed));
        test(c, halo);
        if (HasFatalFailure()) return;
      }
  }

  const Communicator comm_{MPI_COMM_WORLD};

 private:
  static Plan plan(const AccessPattern& pattern, const Setting& setting, std::uint64_t seed) {
    const auto [algorithm, protocol] = GetParam();
    const double fragment = setting.on_two_hosts ? 20 : 0;  // two values and a half
    const Machine machine{.ranks_per_host = 3, .costs = {.fragment = fragment}};
    return make_plan(pattern, {.schedule = {.algorithm = algorithm, .seed = seed, .machine = machine},
                               .way = {protocol},
                               .transport = setting.transport});
  }

  const Communicator on_two_hosts_ = on_two_hosts();
};

INSTANTIATE_TEST_SUITE_P(EveryPlan, ExchangeTest, every_plan(), name_of_plan);

TEST_P(ExchangeTest, GathersAndAddsAllValues) {
  with_each_exchange({0, 1, 2, 3, 4, 5}, [&](const Case& c, Exchange& halo) {
    for (int replay = 0; replay < 3; ++replay) expect_all_values(c, halo);
  });
}

TEST_P(ExchangeTest, FieldsOfNoComponentsTravelToo) {
  with_each_exchange({7}, [&](const Case& c, Exchange& halo) {
    std::vector<int> owners(c.global_of.size(), comm_.rank());
    const auto none = FieldView<int>::contiguous(owners.data(), 0);
    halo.begin_gather(none);
    halo.scatter_add(none);
    halo.finish_gather(none);
    EXPECT_EQ(owners, std::vector<int>(c.global_of.size(), comm_.rank()));
    halo.gather(owners);
    for (local_index ghost = c.pattern().first_ghost(); ghost < c.pattern().local_size(); ++ghost)
      EXPECT_EQ(owners[static_cast<std::size_t>(ghost)], c.pattern().location(ghost).rank);
  });
}

TEST_P(ExchangeTest, TakesAnyType) {
  with_each_exchange({21}, [&](const Case& c, Exchange& halo) {
    std::vector<char> letters(c.global_of.size(), '?');
    for (std::size_t k = 0; k < c.owned(); ++k) letters[k] = static_cast<char>('a' + c.global_of[k] % 26);
    halo.gather(std::span(letters));
    for (std::size_t k = 0; k < letters.size(); ++k) EXPECT_EQ(letters[k], 'a' + c.global_of[k] % 26);

    std::vector<std::array<float, 3>> points(c.global_of.size());
    for (std::size_t k = 0; k < c.owned(); ++k) points[k] = {static_cast<float>(c.global_of[k]), 1, 2};
    halo.gather(std::span(points));
    for (std::size_t k = 0; k < points.size(); ++k)
      EXPECT_EQ(points[k][0], static_cast<float>(c.global_of[k]));

    std::vector<int> counts(c.global_of.size(), 1);
    halo.scatter_add(std::span(counts));
    std::size_t copies = 0;
    for (const NeededBy& neighbour : c.pattern().needed_by()) copies += neighbour.owned.size();
    EXPECT_EQ(std::accumulate(counts.begin(), counts.begin() + c.table.owned(), std::size_t{0}),
              c.owned() + copies);
  });
}

TEST(Exchange, AFieldOfTheWrongSizeIsRefused) {
  const Communicator comm(MPI_COMM_WORLD);
  const auto table = TranslationTable::block(comm, 4 * comm.size());
  const InspectedLoop loop = inspect(table, std::vector<Edge>{{4 * comm.rank(), 4 * comm.rank() + 1}});
  Exchange halo(loop.pattern());
  const auto sentence = [&](auto&& field) { return sentence_of([&] { halo.gather(field); }); };
  std::vector<double> longer(8), shorter(3);
  EXPECT_EQ(sentence(longer),
            "an exchange was given 8 elements; it needs one for each of its 4 local values (4 owned and 0 "
            "ghosts from 4); give several components, or a longer array, as FieldView::contiguous(range, "
            "components)")
      << "two components, or an array that is too long";
  EXPECT_EQ(sentence(FieldView<double>::contiguous(longer, 2)), "");
  EXPECT_EQ(sentence(FieldView<double>::contiguous(longer)), "");
  EXPECT_EQ(sentence(FieldView<double>::contiguous(longer, 3)),
            "field 0 of an exchange has room for 2 entities; its places need 4");
  EXPECT_THAT(sentence(shorter), testing::StartsWith("an exchange was given 3 elements"));
  std::vector<float> right(4);
  EXPECT_THAT(sentence_of([&] { halo.gather(right, shorter); }),
              testing::StartsWith("an exchange was given 3 elements"));
  halo.gather(right);  // nothing is left under way
}

// Each rank reads this many values of the next rank's.
InspectedLoop reading(const Communicator& comm, const TranslationTable& table, int values) {
  const global_index first = 8 * comm.rank(), next = 8 * ((comm.rank() + 1) % comm.size());
  std::vector<Edge> edges;
  for (int k = 0; k < values; ++k) edges.push_back({first, next + k});
  return inspect(table, edges);
}

// The sentence that every rank throws; empty if one does not throw a CollectiveError.
std::string refused(const AccessPattern& pattern, const Plan& plan) {
  return sentence_of<CollectiveError>([&] { const Exchange exchange(pattern, plan); });
}

TEST(Exchange, APlanOfAnotherPatternIsRefused) {
  const Communicator comm(MPI_COMM_WORLD);
  if (comm.size() == 1) GTEST_SKIP() << "one rank has no messages";
  const auto table = TranslationTable::block(comm, 8 * comm.size());
  const Plan plan = make_plan(reading(comm, table, 3).pattern());
  const std::string sentence =
      "the plan is for another access pattern than rank 0's; make a new plan whenever the pattern changes";
  for (const int values : {0, 2, 4})
    EXPECT_EQ(refused(reading(comm, table, values).pattern(), plan), sentence) << values << " values";
  EXPECT_EQ(refused(reading(comm, table, 3).pattern(), plan), "") << "the same loop inspected again";
}

TEST(Exchange, AStalePlanIsRefusedThoughItsMessagesAreAsLong) {
  const Communicator comm(MPI_COMM_WORLD);
  if (comm.size() == 1) GTEST_SKIP() << "one rank has no messages";
  // Rank 0 reads one value of rank 1, and after the change another one; no other rank can notice.
  const auto table = TranslationTable::block(comm, 8 * comm.size());
  const auto pattern = [&](global_index end) {
    return inspect(table, comm.rank() == 0 ? std::vector<Edge>{{0, end}} : std::vector<Edge>{}).pattern();
  };
  EXPECT_NE(refused(pattern(9), make_plan(pattern(8))), "");
}

TEST(Exchange, APlanChangedByHandIsChecked) {
  const Communicator comm(MPI_COMM_WORLD);
  if (comm.size() == 1) GTEST_SKIP() << "one rank has no messages";
  const auto table = TranslationTable::block(comm, 8 * comm.size());
  const AccessPattern pattern = reading(comm, table, 3).pattern();
  Plan by_hand = make_plan(pattern);
  EXPECT_EQ(refused(pattern, by_hand), "");
  by_hand.best().tables = {};
  EXPECT_EQ(refused(pattern, by_hand),
            "the plan's messages are not those of its access pattern; make the plan with make_plan");
}

TEST(Exchange, BeginningTwiceIsRefusedAndLeavesTheFirstUnharmed) {
  const Communicator comm(MPI_COMM_WORLD);
  const auto table = TranslationTable::block(comm, 8 * comm.size());
  const InspectedLoop loop = reading(comm, table, 3);
  Exchange halo(loop.pattern());
  std::vector<int> field(static_cast<std::size_t>(loop.pattern().local_size()), comm.rank());
  std::vector<std::array<int, 100>> larger(field.size());
  halo.begin_gather(field);
  EXPECT_THROW(halo.begin_gather(larger), Error);
  halo.finish_gather(field);
  for (std::size_t k = 8; k < field.size(); ++k) EXPECT_EQ(field[k], (comm.rank() + 1) % comm.size());
}

TEST(Exchange, FewerComponentsOnOneRankAreNoticedByItsReceiver) {
  const Communicator comm(MPI_COMM_WORLD);
  if (comm.size() == 1) GTEST_SKIP() << "one rank has no messages";
  const auto table = TranslationTable::block(comm, 8 * comm.size());
  // Rank 0 reads from rank 1 and no other rank reads: a message that is too long would end the program.
  const InspectedLoop loop =
      inspect(table, comm.rank() == 0 ? std::vector<Edge>{{0, 8}} : std::vector<Edge>{});
  Exchange halo(loop.pattern());
  const std::size_t components = comm.rank() == 0 ? 3 : 1;
  std::vector<double> memory(static_cast<std::size_t>(loop.pattern().local_size()) * components);
  const auto field = FieldView<double>::contiguous(memory, components);
  if (comm.rank() == 0) {
    EXPECT_THROW(halo.gather(field), Error);
  } else {
    halo.gather(field);
  }
}

// Each ghost is there twice, so the operation is called before messages leave, too.
TEST(Exchange, IsCompleteIfAnOperationThrowsOnOneRank) {
  const Communicator comm(MPI_COMM_WORLD);
  const Case c(comm, 1);
  const local_index owned = c.pattern().owned(), local = c.pattern().local_size();
  std::vector<local_index> copies, of;
  for (local_index k = owned; k < 2 * local - owned; ++k) {
    copies.push_back(k);
    of.push_back(k < local ? k : k - local + owned);
  }
  Exchange halo(c.pattern(), Places(c.pattern(), {}, copies, of));
  for (int round = 0; round < 3 * comm.size(); ++round) {
    std::vector<double> sums(static_cast<std::size_t>(2 * local - owned), 1);
    const auto refuse = [&](double one, double other) {
      if (round % comm.size() == comm.rank()) throw Error("these cannot be added");
      return one + other;
    };
    try {
      halo.scatter(refuse, sums);
    } catch (const Error& error) {
      EXPECT_STREQ(error.what(), "these cannot be added");
    }
    std::ranges::fill(sums, 1);
    halo.scatter_add(sums);
    for (std::size_t k = 0; k < c.owned(); ++k)
      ASSERT_EQ(sums[k], 1 + 2 * static_cast<double>(c.holders(c.global_of[k]).size()));
  }
}

}  // namespace
}  // namespace partita
