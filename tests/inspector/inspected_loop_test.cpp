#include <map>
#include <numeric>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include <partita/inspector/inspect.hpp>
#include <partita/support/error.hpp>
#include <partita/support/reduce.hpp>

#include "random_loop.hpp"
#include "tests/sentence.hpp"

namespace partita {
namespace {

using namespace testing_support;

// The ranks that execute an iteration, by the words of Execution.
std::set<int> executors(const RandomLoop& loop, const Row& row, Execution execution,
                        std::array<bool, 3> decide, int home) {
  std::vector<int> owners;
  for (std::size_t k = 0; k < row_size; ++k)
    if (decide[k < 2 ? 0 : k < 3 ? 1 : 2]) owners.push_back(loop.owner(k, row[k]));
  if (owners.empty()) return {home};
  if (execution == Execution::first_owner) return {owners.front()};
  if (execution == Execution::both_sides) return {owners.begin(), owners.end()};
  int best = owners.front();
  for (const int owner : owners)
    if (std::count(owners.begin(), owners.end(), owner) > std::count(owners.begin(), owners.end(), best))
      best = owner;
  return {best};
}

// In whose share each iteration is.
std::vector<int> homes(const Communicator& comm, std::size_t iterations, std::uint64_t seed) {
  std::vector<int> homes;
  const std::vector<int> items(iterations);
  for (int rank = 0; rank < comm.size(); ++rank)
    homes.insert(homes.end(), random_share(items, rank, comm.size(), seed).size(), rank);
  return homes;
}

constexpr std::array<std::array<bool, 3>, 4> choices{
    {{true, true, true}, {true, false, false}, {false, false, true}, {false, false, false}}};

TEST(InspectedLoop, IterationsAreExecutedWhereTheirOwnersAreAscending) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm, 120); ++seed) {
    const RandomLoop loop = random_loop(comm.size(), seed);
    const Tabled sets_of(comm, loop);
    const auto decide = choices[seed % choices.size()];
    const IndexArrays given(sets_of, random_share(loop.rows, comm.rank(), comm.size(), seed), decide);
    const Execution execution = executions[seed % executions.size()].value;
    const InspectedLoop inspected = inspect(comm, "edges", given.arrays, execution);

    const std::vector<int> home = homes(comm, loop.rows.size(), seed);
    std::vector<global_index> expected;
    for (std::size_t k = 0; k < loop.rows.size(); ++k)
      if (executors(loop, loop.rows[k], execution, decide, home[k]).contains(comm.rank()))
        expected.push_back(static_cast<global_index>(k));
    const auto executed = inspected.iterations();
    ASSERT_EQ(std::vector(executed.begin(), executed.end()), expected) << "seed " << seed;
  }
}

TEST(InspectedLoop, IndicesStandForTheReferencesAndGhostsForWhatIsTouchedElsewhere) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm, 120); ++seed) {
    const RandomLoop loop = random_loop(comm.size(), seed);
    const Tabled sets_of(comm, loop);
    const IndexArrays given(sets_of, random_share(loop.rows, comm.rank(), comm.size(), seed));
    const InspectedLoop inspected =
        inspect(comm, "edges", given.arrays, executions[seed % executions.size()].value);
    ASSERT_EQ(inspected.arrays(), 3u);
    EXPECT_EQ(inspected.pattern(0).fingerprint(), inspected.pattern(1).fingerprint())
        << "one set, one pattern";

    std::array<std::set<Location>, 2> ghosts;
    std::size_t begin = 0;
    for (std::size_t a = 0; a < 3; ++a) {
      const TranslationTable& table = sets_of.tables[sets[a]];
      const AccessPattern& pattern = inspected.pattern(a);
      std::vector<global_index> referred;
      for (const global_index number : inspected.iterations())
        for (int k = 0; k < arities[a]; ++k)
          referred.push_back(
              loop.rows[static_cast<std::size_t>(number)][begin + static_cast<std::size_t>(k)]);
      const std::vector<Location> locations = table.locate(referred);
      const auto indices = inspected.indices(a);
      ASSERT_EQ(indices.size(), locations.size());
      for (std::size_t k = 0; k < locations.size(); ++k) {
        EXPECT_EQ(indices[k], pattern.local(locations[k])) << "seed " << seed;
        if (locations[k].rank != comm.rank()) ghosts[sets[a]].insert(locations[k]);
      }
      begin += static_cast<std::size_t>(arities[a]);
    }
    for (const std::size_t a : {0, 2}) {
      const auto locations = inspected.pattern(a).ghost_locations();
      EXPECT_TRUE(
          std::equal(locations.begin(), locations.end(), ghosts[sets[a]].begin(), ghosts[sets[a]].end()))
          << "seed " << seed << ", array " << a;
    }
  }
}

// Iterations with numbers in any order: executed by the same ranks as without, in the order of the numbers.
TEST(InspectedLoop, ExecutesInTheOrderOfTheNumbersThatTheCallerGives) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm, 60); ++seed) {
    const RandomLoop loop = random_loop(comm.size(), seed);
    const Tabled sets_of(comm, loop);
    std::vector<global_index> shuffled(loop.rows.size());
    std::iota(shuffled.begin(), shuffled.end(), global_index{5});
    Random random(seed);
    random.shuffle(shuffled);
    const IndexArrays given(sets_of, random_share(loop.rows, comm.rank(), comm.size(), seed));
    const std::vector<global_index> numbers = random_share(shuffled, comm.rank(), comm.size(), seed);
    const Execution execution = executions[seed % executions.size()].value;
    const InspectedLoop plain = inspect(comm, "edges", given.arrays, execution);
    const InspectedLoop numbered =
        inspect(comm, std::array{IndexedLoop{"edges", given.arrays, execution, numbers}}).front();

    ASSERT_EQ(numbered.iterations().size(), plain.iterations().size());
    EXPECT_TRUE(std::is_sorted(numbered.iterations().begin(), numbered.iterations().end()));
    EXPECT_EQ(numbered.pattern(0).fingerprint(), plain.pattern(0).fingerprint());
    const auto taken = numbered.take(numbers);
    EXPECT_TRUE(std::equal(taken.begin(), taken.end(), numbered.iterations().begin()));
    std::map<global_index, std::size_t> row_of;  // in `plain`, by number
    for (std::size_t k = 0; k < plain.iterations().size(); ++k)
      row_of[shuffled[static_cast<std::size_t>(plain.iterations()[k])]] = k;
    for (std::size_t k = 0; k < numbered.iterations().size(); ++k) {
      const std::size_t row = row_of.at(numbered.iterations()[k]);
      EXPECT_EQ(numbered.rows<3>(2)[k], plain.rows<3>(2)[row]) << "seed " << seed;
    }
  }
}

TEST(InspectedLoop, ValuesOfOtherRanksAreNowhereInAnArrayThatNeedsNoGhosts) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm, 40); ++seed) {
    const RandomLoop loop = random_loop(comm.size(), seed);
    const Tabled sets_of(comm, loop);
    IndexArrays given(sets_of, random_share(loop.rows, comm.rank(), comm.size(), seed));
    const InspectedLoop all = inspect(comm, "edges", given.arrays, Execution::both_sides);
    given.arrays[0].needs_ghosts = given.arrays[2].needs_ghosts = false;
    const InspectedLoop some = inspect(comm, "edges", given.arrays, Execution::both_sides);
    EXPECT_EQ(some.pattern(2).ghosts(), 0);
    EXPECT_LE(some.pattern(0).ghosts(), all.pattern(0).ghosts());
    for (const std::size_t a : {0, 2})
      for (std::size_t k = 0; k < all.indices(a).size(); ++k) {
        const local_index index = all.indices(a)[k];
        EXPECT_EQ(some.indices(a)[k], index < all.pattern(a).owned() ? index : nowhere);
      }
    for (std::size_t k = 0; k < all.indices(1).size(); ++k)
      EXPECT_EQ(some.pattern(1).location(some.indices(1)[k]), all.pattern(1).location(all.indices(1)[k]));
  }
}

TEST(InspectedLoop, GhostsThatAreKeptStay) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm, 40); ++seed) {
    const RandomLoop loop = random_loop(comm.size(), seed);
    const Tabled sets_of(comm, loop);
    const IndexArrays early(sets_of, random_share(loop.rows, comm.rank(), comm.size(), seed));
    IndexArrays later(sets_of, random_share(loop.rows, comm.rank(), comm.size(), seed + 1));
    const InspectedLoop first = inspect(comm, "edges", early.arrays);
    const auto together =
        inspect(comm, std::array{IndexedLoop{"edges", early.arrays}, IndexedLoop{"more", later.arrays}});
    for (std::size_t a = 0; a < 3; ++a) later.arrays[a].kept = first.pattern(a);
    const InspectedLoop more = inspect(comm, "more", later.arrays);
    EXPECT_EQ(fingerprint(more), fingerprint(together[1])) << "seed " << seed;
    const std::array<IndexedLoop, 2> both{IndexedLoop{"edges", early.arrays},
                                          IndexedLoop{"more", later.arrays}};
    EXPECT_EQ(fingerprint(update(comm, {first, std::nullopt}, both)[0]), fingerprint(together[0]));
  }
}

// Equal tables that were made apart: two sets.
TEST(InspectedLoop, TellsSetsApartWhoseTablesAreEqual) {
  const Communicator comm(MPI_COMM_WORLD);
  const auto cells = TranslationTable::block(comm, comm.size()),
             nodes = TranslationTable::block(comm, comm.size());
  const std::vector<global_index> own{comm.rank()}, next{(comm.rank() + 1) % comm.size()};
  const std::array arrays{IndexArray{"to cells", cells, own}, IndexArray{"to nodes", nodes, next}};
  const InspectedLoop loop = inspect(comm, "edges", arrays);
  EXPECT_EQ(loop.pattern(0).ghosts(), 0);
  EXPECT_EQ(loop.pattern(1).ghosts(), comm.size() == 1 ? 0 : 1);
}

TEST(IndexArray, TakesRows) {
  const Communicator comm(MPI_COMM_WORLD);
  const auto table = TranslationTable::block(comm, 9);
  const std::vector<std::array<global_index, 3>> triangles{{0, 1, 2}, {6, 7, 8}};
  const IndexArray array{"corners", table, triangles};
  EXPECT_EQ(array.arity, 3);
  EXPECT_EQ(std::vector(array.entries.begin(), array.entries.end()),
            (std::vector<global_index>{0, 1, 2, 6, 7, 8}));
  const std::vector<Edge> edges{{3, 4}};
  EXPECT_EQ((IndexArray{"ends", table, edges, false}.arity), 2);
  EXPECT_FALSE((IndexArray{"ends", table, edges, false}.decides));
  EXPECT_EQ((IndexArray{"vertex", table, std::span<const global_index>(triangles[0])}.arity), 1);
}

// The pattern's two sides agree: it is the one that the collective make_pattern makes.
TEST(InspectedLoop, OwnersKnowWhatIsNeeded) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm, 50); ++seed) {
    const RandomLoop loop = random_loop(comm.size(), seed);
    const Tabled sets_of(comm, loop);
    const IndexArrays given(sets_of, random_share(loop.rows, comm.rank(), comm.size(), seed));
    const InspectedLoop inspected = inspect(comm, "edges", given.arrays);
    for (const std::size_t a : {0, 2}) {
      const AccessPattern& pattern = inspected.pattern(a);
      const auto ghosts = pattern.ghost_locations();
      EXPECT_EQ(make_pattern(comm, pattern.owned(), {ghosts.begin(), ghosts.end()}).fingerprint(),
                pattern.fingerprint())
          << "seed " << seed;
    }
  }
}

TEST(InspectedLoop, OnBothSidesNothingThatIsOwnedIsLeftOut) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm, 50); ++seed) {
    const RandomLoop loop = random_loop(comm.size(), seed);
    const Tabled sets_of(comm, loop);
    const IndexArrays given(sets_of, random_share(loop.rows, comm.rank(), comm.size(), seed));
    const InspectedLoop inspected = inspect(comm, "edges", given.arrays, Execution::both_sides);

    // Add 1 to every value per reference: without any scatter-add, the owned values are right.
    std::vector<int> expected(static_cast<std::size_t>(sets_of.tables[1].owned()));
    std::vector<int> counted(static_cast<std::size_t>(inspected.pattern(2).local_size()));
    for (const local_index index : inspected.indices(2)) ++counted[static_cast<std::size_t>(index)];
    counted.resize(expected.size());
    for (std::size_t value = 0; value < expected.size(); ++value)
      for (const Row& row : loop.rows)
        for (std::size_t k = 3; k < row_size; ++k)
          expected[value] += row[k] == sets_of.tables[1].global(static_cast<local_index>(value));
    EXPECT_EQ(counted, expected) << "seed " << seed;
  }
}

TEST(InspectedLoop, TakesTheDataOfItsIterationsAlong) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm, 50); ++seed) {
    const RandomLoop loop = random_loop(comm.size(), seed);
    const Tabled sets_of(comm, loop);
    const IndexArrays given(sets_of, random_share(loop.rows, comm.rank(), comm.size(), seed));
    const InspectedLoop inspected =
        inspect(comm, "edges", given.arrays, executions[seed % executions.size()].value);
    std::vector<global_index> numbers(loop.rows.size());
    std::iota(numbers.begin(), numbers.end(), global_index{0});
    const auto taken = inspected.take(random_share(numbers, comm.rank(), comm.size(), seed));
    EXPECT_TRUE(
        std::equal(taken.begin(), taken.end(), inspected.iterations().begin(), inspected.iterations().end()));
  }
}

TEST(InspectedLoop, LoopsInspectedTogetherShareOnePatternPerSet) {
  const Communicator comm(MPI_COMM_WORLD);
  const RandomLoop loop = random_loop(comm.size(), 7);
  const Tabled sets_of(comm, loop);
  const IndexArrays all(sets_of, random_share(loop.rows, comm.rank(), comm.size(), 7));
  const std::span<const IndexArray> arrays(all.arrays);
  const auto loops =
      inspect(comm, std::array{IndexedLoop{"to one set", arrays.first(2)},
                               IndexedLoop{"to the other", arrays.last(1)}, IndexedLoop{"to both", arrays}});
  ASSERT_EQ(loops.size(), 3u);
  EXPECT_EQ(loops[0].pattern(0).fingerprint(), loops[2].pattern(1).fingerprint());
  EXPECT_EQ(loops[1].pattern(0).fingerprint(), loops[2].pattern(2).fingerprint());
  EXPECT_EQ(fingerprint(loops[2]), fingerprint(inspect(comm, "to both", arrays)))
      << "the others touch nothing new";
}

// ---- what goes wrong, on the last rank only

class WrongOnTheLastRank : public testing::Test {
 protected:
  const Communicator comm{MPI_COMM_WORLD};
  const int last = comm.size() - 1;
  const bool here = comm.rank() == last;
  const TranslationTable cells = TranslationTable::block(comm, 4);
  const TranslationTable vertices = TranslationTable::block(comm, 6);
  std::vector<global_index> to_cells{0, 1, 2, 3}, to_vertices{5, 0};
  std::vector<IndexArray> arrays() const {
    return {{"edge_cells", cells, 2, to_cells}, {"edge_vertex", vertices, 1, to_vertices}};
  }
};

TEST_F(WrongOnTheLastRank, ABadEntryIsNamedWithItsLoopAndArray) {
  if (here) to_vertices[1] = 6;
  EXPECT_EQ(sentence_of<CollectiveError>([&] { (void)inspect(comm, "flux", arrays()); }),
            text("loop \"flux\", index array \"edge_vertex\" of rank ", last,
                 ", entry 1 (iteration 1): index 6 is out of range: the table holds 0 to 5"));
  if (here) to_vertices[1] = -1;
  EXPECT_NE(sentence_of<CollectiveError>([&] {
              (void)inspect(comm, "flux", arrays());
            }).find("index -1 is out of range"),
            std::string::npos);
}

TEST_F(WrongOnTheLastRank, IndexArraysOfDifferentLengths) {
  if (here) to_vertices.push_back(1);
  EXPECT_EQ(sentence_of<CollectiveError>([&] { (void)inspect(comm, "flux", arrays()); }),
            text("loop \"flux\", index array \"edge_vertex\" of rank ", last,
                 ": it has 3 iterations, but \"edge_cells\" has 2; give every array as many"));
  if (here) to_cells.push_back(1);
  EXPECT_EQ(sentence_of<CollectiveError>([&] { (void)inspect(comm, "flux", arrays()); }),
            text("loop \"flux\", index array \"edge_cells\" of rank ", last,
                 ": 5 entries are no multiple of its arity 2"));
}

TEST_F(WrongOnTheLastRank, AnArityOfZero) {
  auto given = arrays();
  if (here) given[0].arity = 0;
  EXPECT_EQ(sentence_of<CollectiveError>([&] { (void)inspect(comm, "flux", given); }),
            text("loop \"flux\", index array \"edge_cells\" of rank ", last,
                 ": its arity is 0; an iteration needs 1 reference or more"));
}

TEST_F(WrongOnTheLastRank, NoIndexArrays) {
  EXPECT_NE(sentence_of<CollectiveError>([&] { (void)inspect(comm, "flux", {}); }).find("has no index array"),
            std::string::npos);
  if (comm.size() == 1) GTEST_SKIP() << "one rank cannot disagree";
  EXPECT_EQ(sentence_of<CollectiveError>(
                [&] { (void)inspect(comm, "flux", here ? std::vector<IndexArray>{} : arrays()); }),
            "the ranks disagree about the number of index arrays of the loops to inspect; give every rank "
            "the same");
}

TEST_F(WrongOnTheLastRank, AnotherTableArityNameOrExecution) {
  if (comm.size() == 1) GTEST_SKIP() << "one rank cannot disagree";
  const std::string expected =
      "the ranks disagree about the loops to inspect (names, arities, tables, execution); give every rank "
      "the same";
  const auto inspect_with = [&](const std::vector<IndexArray>& given, Execution execution = {}) {
    return sentence_of<CollectiveError>([&] { (void)inspect(comm, "flux", given, execution); });
  };
  to_cells = to_vertices = {0, 1};
  const IndexArray one{"a", cells, 1, to_cells};
  EXPECT_EQ(inspect_with({here ? IndexArray{"a", vertices, 1, to_cells} : one}), expected);
  EXPECT_EQ(inspect_with({here ? IndexArray{"a", cells, 2, to_cells} : one}), expected);
  EXPECT_EQ(inspect_with({here ? IndexArray{"b", cells, 1, to_cells} : one}), expected);
  EXPECT_EQ(inspect_with({here ? IndexArray{"a", cells, 1, to_cells, false} : one}), expected);
  EXPECT_EQ(inspect_with({one}, here ? Execution::both_sides : Execution::majority), expected);
}

TEST_F(WrongOnTheLastRank, ATableOfAnotherCommunicator) {
  const Communicator other(MPI_COMM_WORLD);
  const TranslationTable strange = TranslationTable::block(other, 4);
  const std::vector<IndexArray> given{{"edge_cells", here ? strange : cells, 2, to_cells}};
  EXPECT_EQ(sentence_of<CollectiveError>([&] { (void)inspect(comm, "flux", given); }),
            text("loop \"flux\", index array \"edge_cells\" of rank ", last,
                 ": its table lives on another communicator; make all tables of a loop on one"));
}

}  // namespace
}  // namespace partita
