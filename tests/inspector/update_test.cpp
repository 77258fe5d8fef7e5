#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include <partita/inspector/inspect.hpp>
#include <partita/support/error.hpp>

#include "random_loop.hpp"
#include "tests/sentence.hpp"

namespace partita {
namespace {

using namespace testing_support;

// All that a loop says, and what it brings along.
void expect_equal(const InspectedLoop& updated, const InspectedLoop& fresh, std::size_t share,
                  const std::string& when) {
  const auto same = [](const auto& a, const auto& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  };
  EXPECT_EQ(updated.name(), fresh.name());
  EXPECT_EQ(updated.execution(), fresh.execution());
  EXPECT_EQ(fingerprint(updated), fingerprint(fresh)) << when;
  ASSERT_TRUE(same(updated.iterations(), fresh.iterations())) << when;
  ASSERT_EQ(updated.arrays(), fresh.arrays());
  for (std::size_t a = 0; a < fresh.arrays(); ++a) {
    EXPECT_EQ(updated.arity(a), fresh.arity(a));
    EXPECT_TRUE(same(updated.indices(a), fresh.indices(a))) << when << ", index array " << a;
    EXPECT_EQ(updated.pattern(a).fingerprint(), fresh.pattern(a).fingerprint())
        << when << ", index array " << a;
  }
  std::vector<int> values(share);
  for (std::size_t k = 0; k < share; ++k)
    values[k] = static_cast<int>(k) + 1000 * updated.communicator().rank();
  EXPECT_EQ(updated.take(values), fresh.take(values)) << when;
}

// Rows that an update does not name, and that refer to owned values, are what they were.
void expect_others_stay(const InspectedLoop& before, const InspectedLoop& updated, const std::string& when) {
  const auto& [rows, from] = updated.changed_rows();
  ASSERT_LE(from, std::min(before.iterations().size(), updated.iterations().size())) << when;
  for (std::size_t row = 0; row < from; ++row) {
    const auto number = static_cast<local_index>(row);
    if (std::ranges::binary_search(rows, number) || std::ranges::binary_search(updated.touching(), number))
      continue;
    for (std::size_t a = 0; a < updated.arrays(); ++a) {
      const auto arity = static_cast<std::size_t>(updated.arity(a));
      EXPECT_TRUE(std::ranges::equal(updated.indices(a).subspan(row * arity, arity),
                                     before.indices(a).subspan(row * arity, arity)))
          << when << ", row " << row;
    }
  }
}

// Places of the iterations that differ, now and then with others, in any order; or nothing: `update`
// compares.
class Named {
 public:
  Named(const std::vector<Row>& before, const std::vector<Row>& now, Random& random)
      : says_(random.below(3) > 0) {
    for (std::size_t k = 0; k < std::min(before.size(), now.size()); ++k)
      if (before[k] != now[k] || random.below(20) == 0) places_.push_back(static_cast<local_index>(k));
    if (random.below(2)) std::ranges::reverse(places_);
    if (!places_.empty() && random.below(4) == 0) places_.push_back(places_.front());
  }

  void add(std::size_t place) { places_.push_back(static_cast<local_index>(place)); }

  std::optional<std::span<const local_index>> changed() const {
    return says_ ? std::optional(std::span<const local_index>(places_)) : std::nullopt;
  }

 private:
  bool says_;
  std::vector<local_index> places_;
};

TEST(Update, EqualsAFreshInspectionInEveryBit) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm, 20); ++seed) {
    const RandomLoop random = random_loop(comm.size(), seed);
    const Tabled sets_of(comm, random);
    const Execution execution = executions[seed % executions.size()].value;
    const std::array<bool, 3> decide{seed % 2 == 0, seed % 5 == 0, seed % 7 != 0};
    std::vector<Row> share = random_share(random.rows, comm.rank(), comm.size(), seed);
    InspectedLoop loop = inspect(comm, "edges", IndexArrays(sets_of, share, decide).arrays, execution);

    Random changes(1000 * seed + static_cast<std::uint64_t>(comm.rank()));
    for (int step = 0; step < 15; ++step) {
      const std::vector<Row> before = share;
      adapt(share, random, changes);
      const IndexArrays now(sets_of, share, decide);
      const std::uint64_t was = fingerprint(loop);
      const AccessPattern pattern = loop.pattern(0), other = loop.pattern(2);
      const InspectedLoop last = loop;
      loop = update(loop, now.arrays, {}, Named(before, share, changes).changed());
      expect_others_stay(last, loop, text("seed ", seed, ", step ", step));
      EXPECT_TRUE(loop.edited() || fingerprint(loop) == was ||
                  loop.pattern(0).fingerprint() != pattern.fingerprint() ||
                  loop.pattern(2).fingerprint() != other.fingerprint());
      expect_equal(loop, inspect(comm, "edges", now.arrays, execution), share.size(),
                   text("seed ", seed, ", step ", step));
    }
  }
}

// Numbers of a share's iterations: any, rarely or often equal ones. @return the place of one that has changed
std::size_t number_anew(std::vector<global_index>& numbers, std::size_t items, std::uint32_t different,
                        Random& random) {
  numbers.resize(std::min(items, numbers.size()));
  while (numbers.size() < items) numbers.push_back(random.below(different));
  if (items == 0) return 0;
  const std::size_t place = random.below(static_cast<std::uint32_t>(items));
  if (random.below(2)) numbers[place] = random.below(different);
  return place;
}

TEST(Update, KeepsNumbersOfIterationsAndArraysWithoutGhosts) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm, 20); ++seed) {
    const RandomLoop random = random_loop(comm.size(), seed);
    const Tabled sets_of(comm, random);
    const Execution execution = executions[seed % executions.size()].value;
    std::vector<Row> share = random_share(random.rows, comm.rank(), comm.size(), seed);
    std::vector<global_index> numbers;
    Random changes(1000 * seed + static_cast<std::uint64_t>(comm.rank()));
    const auto without_some_ghosts = [&](IndexArrays& given) {
      for (std::size_t a = 0; a < 3; ++a) given.arrays[a].needs_ghosts = seed % (a + 2) != 0;
    };

    const std::uint32_t different = seed % 2 == 0 ? 1000 : 1000000;
    number_anew(numbers, share.size(), different, changes);
    IndexArrays first(sets_of, share, {true, seed % 3 == 0, true});
    without_some_ghosts(first);
    InspectedLoop loop =
        inspect(comm, std::array{IndexedLoop{"edges", first.arrays, execution, numbers}}).front();
    for (int step = 0; step < 10; ++step) {
      const std::vector<Row> before = share;
      adapt(share, random, changes);
      const std::size_t numbered_anew = number_anew(numbers, share.size(), different, changes);
      Named named(before, share, changes);
      if (!share.empty()) named.add(numbered_anew);
      IndexArrays now(sets_of, share, {true, seed % 3 == 0, true});
      without_some_ghosts(now);
      const InspectedLoop last = loop;
      loop = update(std::move(loop), now.arrays, numbers, named.changed());
      expect_others_stay(last, loop, text("seed ", seed, ", step ", step));
      expect_equal(loop,
                   inspect(comm, std::array{IndexedLoop{"edges", now.arrays, execution, numbers}}).front(),
                   share.size(), text("seed ", seed, ", step ", step));
    }
  }
}

TEST(Update, LoopsInspectedTogetherAreUpdatedTogether) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm, 15); ++seed) {
    const RandomLoop random = random_loop(comm.size(), seed);
    const Tabled sets_of(comm, random);
    std::array<std::vector<Row>, 2> shares{random_share(random.rows, comm.rank(), comm.size(), seed),
                                           random_share(random.rows, comm.rank(), comm.size(), seed + 1)};
    const auto both = [](const IndexArrays& edges, const IndexArrays& faces) {
      return std::array{IndexedLoop{"edges", edges.arrays, Execution::both_sides},
                        IndexedLoop{"faces", std::span(faces.arrays).first(2)}};
    };
    auto loops = inspect(comm, both(IndexArrays(sets_of, shares[0]), IndexArrays(sets_of, shares[1])));
    Random changes(1000 * seed + static_cast<std::uint64_t>(comm.rank()));
    for (int step = 0; step < 10; ++step) {
      for (std::vector<Row>& share : shares) adapt(share, random, changes);
      const IndexArrays edges(sets_of, shares[0]), faces(sets_of, shares[1]);
      loops = update(comm, {std::move(loops[0]), std::move(loops[1])}, both(edges, faces));
      const auto fresh = inspect(comm, both(edges, faces));
      for (std::size_t l = 0; l < 2; ++l)
        expect_equal(loops[l], fresh[l], shares[l].size(),
                     text("seed ", seed, ", step ", step, ", loop ", l));
    }
  }
}

TEST(Update, LoopsInspectedApartMayBeUpdatedTogether) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm, 30); ++seed) {
    const RandomLoop random = random_loop(comm.size(), seed);
    const Tabled sets_of(comm, random);
    std::array<std::vector<Row>, 2> shares{random_share(random.rows, comm.rank(), comm.size(), seed),
                                           random_share(random.rows, comm.rank(), comm.size(), seed + 1)};
    const Execution execution = executions[seed % executions.size()].value;
    std::vector<std::optional<InspectedLoop>> loops{
        inspect(comm, "edges", IndexArrays(sets_of, shares[0]).arrays, execution),
        inspect(comm, "faces", IndexArrays(sets_of, shares[1]).arrays, Execution::both_sides)};
    Random changes(1000 * seed + static_cast<std::uint64_t>(comm.rank()));
    for (std::vector<Row>& share : shares) adapt(share, random, changes);
    const IndexArrays edges(sets_of, shares[0]), faces(sets_of, shares[1]);
    const std::array now{IndexedLoop{"edges", edges.arrays, execution},
                         IndexedLoop{"faces", faces.arrays, Execution::both_sides}};
    if (seed % 3 == 0) loops[seed % 2].reset();  // that one is new
    const auto updated = update(comm, loops, now);
    const auto fresh = inspect(comm, now);
    for (std::size_t l = 0; l < 2; ++l)
      expect_equal(updated[l], fresh[l], shares[l].size(), text("seed ", seed, ", loop ", l));
  }
}

TEST(Update, ALoopThatIsNotGivenAwayStaysAsItWas) {
  const Communicator comm(MPI_COMM_WORLD);
  const RandomLoop random = random_loop(comm.size(), 3);
  const Tabled sets_of(comm, random);
  std::vector<Row> share = random_share(random.rows, comm.rank(), comm.size(), 3);
  const IndexArrays before(sets_of, share);
  const InspectedLoop loop = inspect(comm, "edges", before.arrays);
  for (Row& row : share) std::swap(row[0], row[2]);
  const IndexArrays now(sets_of, share);
  const InspectedLoop updated = update(loop, now.arrays);
  expect_equal(loop, inspect(comm, "edges", before.arrays), share.size(), "before");
  expect_equal(updated, inspect(comm, "edges", now.arrays), share.size(), "now");
}

TEST(Update, TakesEdgesOfOneSet) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm, 60); ++seed) {
    const auto graph = random_graph(comm.size(), seed);
    const auto table =
        TranslationTable::from_partition(comm, random_share(graph.parts, comm.rank(), comm.size(), seed));
    std::vector<Edge> share = random_share(graph.edges, comm.rank(), comm.size(), seed);
    const InspectedLoop loop = inspect(table, share, Execution::both_sides);
    for (std::size_t k = seed % 7; k < share.size(); k += 9) share[k][1] = share[k][0];
    const InspectedLoop updated = update(loop, share);
    const InspectedLoop fresh = inspect(table, share, Execution::both_sides);
    expect_equal(updated, fresh, share.size(), text("seed ", seed));
  }
}

// ---- what it costs: each rank has eight edges among its own vertices

class HalfOfAll : public testing::Test {
 protected:
  // Whether the rows are kept as they were before, after a rank has named some of now `edges` edges.
  bool keeps_rows(std::size_t edges, const std::vector<local_index>& named) const {
    const InspectedLoop updated = update(loop, share(edges), named);
    const std::size_t from = updated.changed_rows().from;
    EXPECT_TRUE(from == 0 || from == std::min<std::size_t>(edges, 8)) << from;
    return from > 0;
  }

  std::vector<Edge> share(std::size_t edges) const {
    return std::vector<Edge>(edges, {comm.rank(), comm.rank()});
  }

  const Communicator comm{MPI_COMM_WORLD};
  const bool first = comm.rank() == 0, last = comm.rank() == comm.size() - 1, alone = comm.size() == 1;
  const TranslationTable table = TranslationTable::block(comm, comm.size());
  const InspectedLoop loop = inspect(table, share(8));
  const std::vector<local_index> none{}, one{5}, half{0, 1, 2, 3}, most{0, 1, 2, 3, 4},
      all{0, 1, 2, 3, 4, 5, 6, 7};
};

TEST_F(HalfOfAll, IsUpdated) {
  EXPECT_TRUE(keeps_rows(8, half));
  EXPECT_TRUE(keeps_rows(8, {3, 3, 0, 0})) << "in any order, some twice";
}

TEST_F(HalfOfAll, AndOneMoreAreInspected) { EXPECT_FALSE(keeps_rows(8, first ? most : half)); }

TEST_F(HalfOfAll, IsCountedOnAllRanksTogether) { EXPECT_EQ(keeps_rows(8, first ? all : none), !alone); }

TEST_F(HalfOfAll, CountsIterationsThatCome) {
  EXPECT_TRUE(keeps_rows(16, none));
  EXPECT_TRUE(keeps_rows(16, {8, 9, 10, 11, 12, 13, 14, 15})) << "also if they are named";
  EXPECT_FALSE(keeps_rows(16, most));
}

TEST_F(HalfOfAll, CountsIterationsThatGo) {
  EXPECT_EQ(keeps_rows(last ? 0 : 8, none), !last) << "eight of all go";
  EXPECT_EQ(keeps_rows(last ? 0 : 8, last ? none : one), !last && comm.size() > 2);
}

// ---- loops that were inspected for something else

class Stale : public testing::Test {
 protected:
  const Communicator comm{MPI_COMM_WORLD};
  const int last = comm.size() - 1;
  const TranslationTable table = TranslationTable::block(comm, 4);
  std::vector<Edge> share{{0, 1}, {2, 3}};
  const InspectedLoop loop = inspect(table, share);
};

TEST_F(Stale, AnotherTable) {
  const auto other = TranslationTable::block(comm, 5);
  const std::string expected =
      "loop \"edges\", index array \"end points\" of rank 0 has another table than the loop was inspected "
      "for; "
      "inspect it anew";
  const std::vector<IndexArray> arrays{{"end points", other, 2, {}}};
  EXPECT_EQ(sentence_of<CollectiveError>([&] { (void)update(loop, arrays); }), expected);
}

TEST_F(Stale, AnotherOwnershipOfTheSameIndices) {
  if (comm.size() == 1) GTEST_SKIP() << "one rank owns all";
  std::vector<int> parts(4, comm.size() - 1);
  const auto other = TranslationTable::from_partition(comm, comm.rank() == 0 ? parts : std::vector<int>{});
  const std::vector<IndexArray> arrays{{"end points", other, share}};
  EXPECT_NE(sentence_of<CollectiveError>([&] { (void)update(loop, arrays); }), "");
}

TEST_F(Stale, OtherIndexArrays) {
  const std::vector<IndexArray> two(2, IndexArray{"end points", table, 2, {}});
  EXPECT_EQ(sentence_of<CollectiveError>([&] { (void)update(loop, two); }),
            "loop \"edges\" was inspected with 1 index arrays and comes with 2 on rank 0; inspect it anew");
}

TEST_F(Stale, NumbersThatComeOrGo) {
  const std::vector<IndexArray> arrays{{"end points", table, share}};
  EXPECT_EQ(sentence_of<CollectiveError>([&] {
              (void)update(loop, arrays, std::vector<global_index>{1, 2});
            }),
            "loop \"edges\" was inspected without numbers of its iterations and comes with them on rank 0; "
            "inspect it anew");
}

TEST_F(Stale, AChangedEdgeThatIsNotOneOfTheShare) {
  const std::vector<local_index> changed{comm.rank() == last ? 2 : 1};
  EXPECT_EQ(sentence_of<CollectiveError>([&] { (void)update(loop, share, changed); }),
            text("loop \"edges\": iteration 2 of rank ", last,
                 " is named as changed, but its share has 2; count from 0"));
}

TEST_F(Stale, AnEdgeThatChangesWithoutBeingNamedWhereThatIsChecked) {
  setenv("PARTITA_CHECK", "1", 1);
  const Communicator checked(MPI_COMM_WORLD);
  unsetenv("PARTITA_CHECK");
  const InspectedLoop of_checked = inspect(TranslationTable::block(checked, 4), share);
  if (comm.rank() == last) share[1] = {3, 2};
  EXPECT_EQ(
      sentence_of<CollectiveError>([&] { (void)update(of_checked, share, std::vector<local_index>{0}); }),
      text("loop \"edges\": iteration 1 of rank ", last,
           " has other references or another number than before and is not named as changed; name it"));
}

TEST_F(Stale, ABadEndPointOfAChangedEdge) {
  if (comm.rank() == last) share[1] = {3, 4};
  EXPECT_EQ(sentence_of<CollectiveError>([&] { (void)update(loop, share); }),
            text("loop \"edges\", index array \"end points\" of rank ", last,
                 ", entry 3 (iteration 1): index 4 is out of range: the table holds 0 to 3"));
}

}  // namespace
}  // namespace partita
