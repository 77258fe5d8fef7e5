// Every kind of field at all sorts of places, alone and several in one message, against a plain reference.
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <partita/executor/exchange.hpp>
#include <partita/executor/plan/plan.hpp>
#include <partita/support/error.hpp>

#include "tests/executor/every_plan.hpp"
#include "tests/executor/exchange/random_field.hpp"
#include "tests/sentence.hpp"

namespace partita {
namespace {

using namespace testing_support;

constexpr Placing placings[] = {
    {}, {.lists = true}, {.lists = true, .base = 1}, {.lists = true, .copies = true}};

// Algorithms send messages as they are, cut anywhere, or by way of others.
PlanOptions options_of(std::uint64_t seed) {
  constexpr Algorithm some[] = {Algorithm::ac,
                                Algorithm::rs_nh,
                                Algorithm::balanced,
                                Algorithm::two_stage,
                                Algorithm::standard_exchange,
                                Algorithm::rs_n};
  const std::vector<Protocol> any = all_protocols();  // 48 seeds have all pairs of up to 8
  return {.schedule = {.algorithm = some[seed % 6], .seed = seed, .machine = {.ranks_per_host = 2}},
          .way = {any[seed / 6 % any.size()]},
          .transport = transport_of(seed)};
}

Kind kind_of(std::uint64_t number, int kinds) {
  return static_cast<Kind>(number % static_cast<std::uint64_t>(kinds));
}

template <class... Fields>
void expect_gather_and_scatters(Exchange& exchange, Fields&... fields) {
  (fields.fill(true), ...);
  exchange.gather(fields.view()...);
  (fields.expect_gathered(), ...);
  const auto check = [&](const auto& operation) {
    (fields.fill(false), ...);
    exchange.scatter(operation, fields.view()...);
    (fields.expect_scattered(operation), ...);
  };
  check(Add{});
  check(Min{});
  check(Max{});
  check(Replace{});
}

TEST(Kinds, OfOnePatternTravelTogetherByAnyPlan) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < 48 && !testing::Test::HasFatalFailure(); ++seed) {
    SCOPED_TRACE(text("seed ", seed));
    const Case c(comm, seed);
    const Placing& placing = placings[seed % 4];
    const auto kinds = kinds_of_one_count;
    RandomField<double> a(c, seed, kind_of(seed, kinds), placing, 1 + seed % 5);
    RandomField<int> b(c, seed, kind_of(seed / 4, kinds), placing, 2);
    RandomField<float> d(c, seed, kind_of(seed / 3, kinds), placing, 3);
    Exchange alone(c.pattern(), a.places(), make_plan(c.pattern(), options_of(seed)));
    expect_gather_and_scatters(alone, a);
    expect_gather_and_scatters(alone, a, b, d);
  }
}

TEST(Kinds, OfSeveralPatternsTravelTogetherByAnyPlan) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < 48 && !testing::Test::HasFatalFailure(); ++seed) {
    SCOPED_TRACE(text("seed ", seed));
    const Case one(comm, seed), other(comm, seed + 100);
    RandomField<double> a(one, seed, kind_of(seed, kinds), placings[seed % 4], 1 + seed % 5);
    RandomField<int> b(other, seed + 1, kind_of(seed / 2, kinds), placings[seed / 2 % 4], 3);
    RandomField<float> d(one, seed + 2, kind_of(seed / 3, kinds), placings[seed / 3 % 4], 2);
    Exchange exchange({a.entry(), b.entry(), d.entry()}, options_of(seed));
    expect_gather_and_scatters(exchange, a, b, d);
  }
}

TEST(Kinds, OneMessageToEachNeighbourOfAnyPattern) {
  const Communicator comm(MPI_COMM_WORLD);
  const Case one(comm, 3), other(comm, 4);
  RandomField<double> a(one, 3, Kind::ragged, {}, 2), b(other, 4, Kind::contiguous, {}, 2);
  const Exchange exchange({a.entry(), b.entry()});
  EXPECT_NE(exchange.plan().reason, "");
  for (std::size_t k = 1; k < exchange.plan().best().tables.forward.sends.size(); ++k)
    EXPECT_NE(exchange.plan().best().tables.forward.sends[k - 1].partner,
              exchange.plan().best().tables.forward.sends[k].partner);
}

TEST(Kinds, EntriesTakeSpansOfTheirShape) {
  const Communicator comm(MPI_COMM_WORLD);
  const Case c(comm, 5);
  std::vector<double> q(c.global_of.size() * 3, -1);
  for (std::size_t k = 0; k < 3 * c.owned(); ++k) q[k] = value(c.global_of[k / 3], k % 3);
  Exchange exchange({{c.pattern(), c.pattern(), FieldView<double>::contiguous(q.data(), 3)}});
  exchange.gather(q);
  for (std::size_t k = 0; k < q.size(); ++k) ASSERT_EQ(q[k], value(c.global_of[k / 3], k % 3));
  std::vector<double> none;
  std::vector<float> other(q.size());
  if (!q.empty()) {
    EXPECT_THROW(exchange.gather(none), Error);
  }
}

TEST(Kinds, AGhostOfAnotherCountThanItsOwnersIsRefusedOnAllRanks) {
  const Communicator comm(MPI_COMM_WORLD);
  if (comm.size() == 1) GTEST_SKIP() << "one rank has no ghosts";
  const auto table = TranslationTable::block(comm, 2 * comm.size());
  const InspectedLoop loop =
      inspect(table, comm.rank() == 0 ? std::vector<Edge>{{0, 2}} : std::vector<Edge>{});
  std::vector<double> values(12);
  const std::vector<std::size_t> offsets =
      comm.rank() == 0 ? std::vector<std::size_t>{0, 1, 2, 5} : std::vector<std::size_t>{0, 2, 4};
  EXPECT_EQ(
      sentence_of<CollectiveError>([&] {
        Exchange({{loop.pattern(), loop.pattern(), FieldView<double>::varying(values.data(), offsets)}});
      }),
      "ghost 0 of rank 0 has 3 values, but its owner, rank 1, has 2; give every ghost the count of "
      "its owner's value");
}

TEST(Kinds, ShapesThatDifferFromRankToRankAreRefused) {
  const Communicator comm(MPI_COMM_WORLD);
  if (comm.size() == 1) GTEST_SKIP() << "one rank agrees with itself";
  const Case c(comm, 5);
  std::vector<double> values(c.global_of.size() * 3);
  const auto field = FieldView<double>::contiguous(values.data(), comm.rank() == 0 ? 2 : 3);
  EXPECT_THROW(Exchange({{c.pattern(), c.pattern(), field}}), CollectiveError);
  EXPECT_THROW(Exchange(std::vector<ExchangeEntry>{}), Error);
}

TEST(Kinds, CountsThatDifferNeedEntries) {
  const Communicator comm(MPI_COMM_WORLD);
  const Case c(comm, 5);
  RandomField<double> field(c, 5, Kind::ragged, {}, 2);
  Exchange exchange(c.pattern());
  EXPECT_THROW(exchange.gather(field.view()), Error);
}

// The sentence that Places throws.
std::string refused(const AccessPattern& pattern, std::vector<local_index> owned,
                    std::vector<local_index> copies, std::vector<local_index> of, local_index base) {
  return sentence_of([&] { const Places places(pattern, owned, copies, of, base); });
}

TEST(Places, OfAnotherLengthOrOutOfRangeAreRefused) {
  const Communicator comm(MPI_COMM_WORLD);
  if (comm.size() == 1) GTEST_SKIP() << "one rank has no ghosts";
  const auto table = TranslationTable::block(comm, 2 * comm.size());
  const global_index next = (2 * comm.rank() + 2) % (2 * comm.size());
  const AccessPattern pattern = inspect(table, std::vector<Edge>{{2 * comm.rank(), next}}).pattern();
  EXPECT_EQ(refused(pattern, {1, 0}, {7}, {}, 0), "");
  EXPECT_EQ(refused(pattern, {1}, {7}, {}, 0), "places were given 1 entities of owned values; they need 2");
  EXPECT_EQ(refused(pattern, {}, {0}, {}, 1), "places were given entity 0; entities count from 1");
  EXPECT_EQ(refused(pattern, {}, {4, 5}, {2}, 0),
            "places were given 1 values that its copies are of; they need 2");
  EXPECT_EQ(refused(pattern, {}, {4}, {0}, 0), "ghost 0 has no copy; list each ghost at least once");
  EXPECT_EQ(refused(pattern, {}, {4, 5}, {2, 3}, 0),
            "copy 1 is of local value 3; there are 2 owned values from 0, and 1 ghosts from 2");
}

}  // namespace
}  // namespace partita
