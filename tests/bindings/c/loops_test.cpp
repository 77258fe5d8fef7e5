// Loops through one index array and two, into one set and two: against plain loops over all iterations.
#include <array>
#include <limits>
#include <numeric>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "sets.hpp"

namespace partita {
namespace {

using namespace testing_support;

constexpr std::array executions{PARTITA_FIRST_OWNER, PARTITA_MAJORITY, PARTITA_BOTH_SIDES};

struct IndexArray {
  std::size_t set;
  int arity;
};

const std::array<std::vector<IndexArray>, 4> shapes{{
    {{0, 2}},          // edges to their end points
    {{0, 2}, {0, 1}},  // two index arrays into one set
    {{0, 3}, {1, 1}},  // and into two sets
    {{1, 1}, {0, 2}},
}};

// A loop as every rank knows it: all iterations, and the ranks' shares of them.
struct Case {
  std::uint64_t seed;
  std::array<Set, 2> sets{random_set(seed, Order::any), random_set(seed + 1'000'003, Order::ascending)};
  std::array<int, 2> bases{static_cast<int>(seed / 2 % 2), static_cast<int>(seed % 2)};
  const std::vector<IndexArray>& arrays = shapes[seed % shapes.size()];
  partita_execution execution = executions[seed % executions.size()];
  std::vector<Numbers> rows{};  // of every iteration: its references, array by array

  explicit Case(std::uint64_t number) : seed(number) {
    Random random(seed);
    rows.resize(random.below(80));
    for (Numbers& row : rows) row = random_row(random);
  }

  Numbers random_row(Random& random) const {
    Numbers row;
    for (const auto [set, arity] : arrays)
      for (int k = 0; k < arity; ++k) {
        const bool again = k > 0 && random.below(3) == 0;  // duplicates, and iterations of one owner
        row.push_back(again ? row.back() : random.below(static_cast<std::uint32_t>(sets[set].owner.size())));
      }
    return row;
  }

  // Numbers of this rank's iterations.
  Numbers share() const {
    Numbers all(rows.size());
    std::iota(all.begin(), all.end(), 0);
    return random_share(all, rank_here(), number_of_ranks(), seed);
  }

  std::vector<int> owners(const Numbers& row) const {
    std::vector<int> all;
    auto number = row.begin();
    for (const auto [set, arity] : arrays)
      for (int k = 0; k < arity; ++k) all.push_back(sets[set].owner[static_cast<std::size_t>(*number++)]);
    return all;
  }

  bool is_executed_here(const Numbers& row) const {
    const std::vector<int> of = owners(row);
    if (execution == PARTITA_BOTH_SIDES) return std::ranges::count(of, rank_here()) > 0;
    int chosen = of.front();
    if (execution == PARTITA_MAJORITY)
      for (const int owner : of)
        if (std::ranges::count(of, owner) > std::ranges::count(of, chosen)) chosen = owner;
    return chosen == rank_here();
  }

  Numbers executed_here() const {
    Numbers numbers;
    for (std::size_t k = 0; k < rows.size(); ++k)
      if (is_executed_here(rows[k])) numbers.push_back(static_cast<std::int64_t>(k));
    return numbers;
  }
};

// Rows as C has them.
struct Arrays {
  partita_execution execution;
  std::vector<Numbers> entries;
  std::vector<partita_index_array> arrays;
  std::ptrdiff_t iterations;

  Arrays(const Case& loop, const std::array<Table, 2>& tables, const std::vector<Numbers>& rows)
      : execution(loop.execution), entries(loop.arrays.size()), iterations(std::ssize(rows)) {
    std::ptrdiff_t first = 0;
    for (std::size_t a = 0; a < entries.size(); ++a) {
      const auto [set, arity] = loop.arrays[a];
      for (const Numbers& row : rows)
        entries[a].insert(entries[a].end(), row.begin() + first, row.begin() + first + arity);
      entries[a] = counted_from(loop.bases[set], entries[a]);
      arrays.push_back({a == 0 ? "ends" : "others", tables[set], arity, entries[a].data()});
      first += arity;
    }
  }

  Loop inspected() const {
    Loop loop;
    expect_ok(partita_inspect(MPI_COMM_WORLD, "edges", execution, iterations, static_cast<int>(arrays.size()),
                              arrays.data(), &loop.handle));
    return loop;
  }

  int update(const Loop& loop) const {
    return partita_update(loop, iterations, static_cast<int>(arrays.size()), arrays.data());
  }
  int update_named(const Loop& loop, const std::vector<int>& changed) const {
    return partita_update_named(loop, iterations, static_cast<int>(arrays.size()), arrays.data(),
                                std::ssize(changed), changed.data());
  }
};

std::array<Table, 2> tables_of(const Case& loop) {
  return {table_of(loop.sets[0], loop.bases[0]), table_of(loop.sets[1], loop.bases[1])};
}

// What a loop tells of one index array: places from 0, and its set's pattern.
struct Through {
  std::vector<int> places;
  int ghosts = -1;
  Pattern pattern;

  Through(const Case& of, const Loop& loop, std::size_t array) {
    std::ptrdiff_t iterations = -1;
    expect_ok(partita_loop_iterations(loop, &iterations));
    const auto [set, arity] = of.arrays[array];
    places.resize(static_cast<std::size_t>(iterations * arity));
    expect_ok(partita_loop_places(loop, static_cast<int>(array), places.data()));
    for (int& place : places) place -= of.bases[set];
    expect_ok(partita_loop_pattern(loop, static_cast<int>(array), &ghosts, &pattern.handle));
  }
};

// Loops stay when their tables are freed.
Loop inspected(const Case& loop, const Numbers& share) {
  const std::array<Table, 2> tables = tables_of(loop);
  std::vector<Numbers> rows;
  for (const std::int64_t number : share) rows.push_back(loop.rows[static_cast<std::size_t>(number)]);
  return Arrays(loop, tables, rows).inspected();
}

struct Inspected {
  Case loop;
  Numbers share = loop.share();
  Loop handle = inspected(loop, share);

  explicit Inspected(std::uint64_t seed) : loop(seed) {}

  template <class T>
  std::vector<T> taken(const std::vector<T>& values) const {
    std::ptrdiff_t iterations = -1;
    expect_ok(partita_loop_iterations(handle, &iterations));
    std::vector<T> all(static_cast<std::size_t>(iterations));
    expect_ok(partita_loop_take(handle, sizeof(T), values.data(), all.data()));
    return all;
  }
};

TEST(CLoop, IsExecutedByTheRanksOfItsRuleInTheOrderOfAllIterations) {
  for (std::uint64_t seed = 0; seed < worlds(240); ++seed) {
    const Inspected it(seed);
    EXPECT_EQ(it.taken(it.share), it.loop.executed_here()) << "seed " << seed;
  }
}

TEST(CLoop, BringsValuesOfAnySizeToItsIterations) {
  for (std::uint64_t seed = 0; seed < worlds(54); ++seed) {
    const Inspected it(seed);
    const auto expect_taken = [&](auto&& value) {
      std::vector<decltype(value(0))> mine, expected;
      for (const std::int64_t number : it.share) mine.push_back(value(number));
      for (const std::int64_t number : it.loop.executed_here()) expected.push_back(value(number));
      EXPECT_EQ(it.taken(mine), expected) << "seed " << seed;
    };
    expect_taken([](std::int64_t number) { return static_cast<signed char>(number); });
    expect_taken([](std::int64_t number) {
      return std::array{0.5 * static_cast<double>(number), 1.0, -1.0};
    });
  }
}

TEST(CLoop, PlacesReferToTheValuesThatTheIndexArraysName) {
  for (std::uint64_t seed = 0; seed < worlds(200); ++seed) {
    const Inspected it(seed);
    std::ptrdiff_t first = 0;
    for (std::size_t a = 0; a < it.loop.arrays.size(); ++a) {
      const auto [set, arity] = it.loop.arrays[a];
      Numbers expected;
      for (const std::int64_t number : it.loop.executed_here()) {
        const auto row = it.loop.rows[static_cast<std::size_t>(number)].begin() + first;
        expected.insert(expected.end(), row, row + arity);
      }
      first += arity;
      const Through array(it.loop, it.handle, a);
      const Numbers global = global_numbers(it.loop.sets[set], array.pattern, array.ghosts);
      EXPECT_EQ(values_at(global, array.places), expected) << "seed " << seed << ", index array " << a;
      EXPECT_EQ(std::ranges::count(global, -1), 0) << "a ghost that nothing refers to";
    }
  }
}

TEST(CLoop, IndexArraysIntoOneSetShareItsGhosts) {
  for (std::uint64_t seed = 1; seed < worlds(240); seed += shapes.size()) {
    const Inspected it(seed);
    const Through ends(it.loop, it.handle, 0), others(it.loop, it.handle, 1);
    std::set<std::int64_t> referred;
    for (const std::int64_t iteration : it.loop.executed_here())
      for (const std::int64_t number : it.loop.rows[static_cast<std::size_t>(iteration)])
        if (it.loop.sets[0].owner[static_cast<std::size_t>(number)] != rank_here()) referred.insert(number);
    EXPECT_EQ(at(ends.ghosts), referred.size()) << "seed " << seed;
    EXPECT_EQ(global_numbers(it.loop.sets[0], ends.pattern, ends.ghosts),
              global_numbers(it.loop.sets[0], others.pattern, others.ghosts));
  }
}

// ---- a kernel: every value that an iteration refers to gets a share of the sum of all of them

std::int64_t value_of(std::int64_t number) { return number * number % 1009; }

// refer(reference) is the place of each of an iteration's references in the fields of their sets.
void kernel(std::int64_t weight, const std::vector<std::pair<std::size_t, std::size_t>>& references,
            const std::array<Numbers, 2>& read, std::array<Numbers, 2>& sums) {
  std::int64_t flux = weight;
  for (const auto& [set, place] : references) flux += read[set].at(place);
  for (std::size_t k = 0; k < references.size(); ++k)
    sums[references[k].first].at(references[k].second) += static_cast<std::int64_t>(k + 1) * flux;
}

std::array<Numbers, 2> serial_sums(const Case& loop) {
  std::array<Numbers, 2> read, sums;
  for (std::size_t set = 0; set < 2; ++set) {
    sums[set].resize(loop.sets[set].owner.size());
    for (std::size_t number = 0; number < sums[set].size(); ++number)
      read[set].push_back(value_of(static_cast<std::int64_t>(number)));
  }
  for (std::size_t iteration = 0; iteration < loop.rows.size(); ++iteration) {
    std::vector<std::pair<std::size_t, std::size_t>> references;
    for (const auto [set, arity] : loop.arrays)
      for (int k = 0; k < arity; ++k) references.emplace_back(set, loop.rows[iteration][references.size()]);
    kernel(static_cast<std::int64_t>(7 * iteration), references, read, sums);
  }
  return sums;
}

TEST(CLoop, SumsByGatherAndScatterAreThoseOfASerialLoop) {
  for (std::uint64_t seed = 0; seed < worlds(240); ++seed) {
    const Inspected it(seed);
    Numbers weights;
    for (const std::int64_t number : it.share) weights.push_back(7 * number);
    weights = it.taken(weights);

    std::vector<Through> through;
    std::array<Numbers, 2> read, sums;
    for (std::size_t a = 0; a < it.loop.arrays.size(); ++a) {
      const std::size_t set = it.loop.arrays[a].set;
      const Through& array = through.emplace_back(it.loop, it.handle, a);
      read[set].clear();
      for (const std::int64_t number : it.loop.sets[set].here()) read[set].push_back(value_of(number));
      read[set].resize(read[set].size() + at(array.ghosts), -1);
      sums[set].resize(read[set].size());
      const partita_field rows = field_of(read[set]);
      expect_ok(partita_gather(Exchange(array.pattern, "ac"), 1, &rows));
    }
    for (std::size_t iteration = 0; iteration < weights.size(); ++iteration) {
      std::vector<std::pair<std::size_t, std::size_t>> references;
      for (std::size_t a = 0; a < through.size(); ++a)
        for (int k = 0; k < it.loop.arrays[a].arity; ++k)
          references.emplace_back(it.loop.arrays[a].set,
                                  through[a].places[iteration * at(it.loop.arrays[a].arity) + at(k)]);
      kernel(weights[iteration], references, read, sums);
    }

    const std::array<Numbers, 2> serial = serial_sums(it.loop);
    std::set<std::size_t> done;
    for (std::size_t a = 0; a < through.size(); ++a) {
      const std::size_t set = it.loop.arrays[a].set;
      if (!done.insert(set).second) continue;
      const partita_field rows = field_of(sums[set]);
      if (it.loop.execution != PARTITA_BOTH_SIDES)
        expect_ok(partita_scatter(Exchange(through[a].pattern, "ac"), PARTITA_ADD, 1, &rows));
      const Numbers& owned = it.loop.sets[set].here();
      for (std::size_t place = 0; place < owned.size(); ++place)
        EXPECT_EQ(sums[set][place], serial[set][static_cast<std::size_t>(owned[place])])
            << "seed " << seed << ", set " << set;
    }
  }
}

// ---- loops that change

// All that a loop of `share` iterations tells.
auto told(const Case& of, const Loop& loop, std::size_t share) {
  std::ptrdiff_t iterations = -1;
  expect_ok(partita_loop_iterations(loop, &iterations));
  std::vector<int> mine(share), taken(static_cast<std::size_t>(iterations)), places, ghosts;
  std::iota(mine.begin(), mine.end(), 1000 * rank_here());
  expect_ok(partita_loop_take(loop, sizeof(int), mine.data(), taken.data()));
  std::vector<Numbers> values;
  for (std::size_t a = 0; a < of.arrays.size(); ++a) {
    const Through array(of, loop, a);
    places.insert(places.end(), array.places.begin(), array.places.end());
    ghosts.push_back(array.ghosts);
    values.push_back(global_numbers(of.sets[of.arrays[a].set], array.pattern, array.ghosts));
  }
  return std::tuple(taken, places, ghosts, values);
}

// Some iterations refer to other values, and the share may become longer or shorter.
// @return places of iterations that may differ, and all that do, but for those at the end that are new
std::vector<int> change(std::vector<Numbers>& rows, const Case& loop, Random& random) {
  std::vector<int> changed;
  if (random.below(4) == 0) return changed;  // nothing on this rank
  const std::size_t before = rows.size();
  if (random.below(5) == 0) rows.resize(random.below(static_cast<std::uint32_t>(rows.size() + 1)));
  for (std::uint32_t more = random.below(3) == 0 ? random.below(10) : 0; more > 0; --more) {
    if (rows.size() < before) changed.push_back(static_cast<int>(rows.size()));
    rows.push_back(loop.random_row(random));
  }
  if (rows.empty()) return {};
  for (std::uint32_t changes = random.below(8); changes > 0; --changes) {
    const std::uint32_t place = random.below(static_cast<std::uint32_t>(rows.size()));
    rows[place] = loop.random_row(random);
    changed.push_back(static_cast<int>(place));
  }
  return changed;
}

TEST(CLoop, UpdatedIsAsInspectedAnew) {
  for (std::uint64_t seed = 0; seed < worlds(54); ++seed) {
    const Case loop(seed);
    const std::array<Table, 2> tables = tables_of(loop);
    std::vector<Numbers> rows = random_share(loop.rows, rank_here(), number_of_ranks(), seed);
    const Loop updated = Arrays(loop, tables, rows).inspected();
    Random random(1000 * seed + static_cast<std::uint64_t>(rank_here()));
    int base = 0;
    for (const auto [set, arity] : loop.arrays) base = std::max(base, loop.bases[set]);
    for (int step = 0; step < 6; ++step) {
      std::vector<int> changed = change(rows, loop, random);
      for (int& place : changed) place += base;
      const Arrays now(loop, tables, rows);
      expect_ok(step % 2 == 0 ? now.update(updated) : now.update_named(updated, changed));
      EXPECT_EQ(told(loop, updated, rows.size()), told(loop, now.inspected(), rows.size()))
          << "seed " << seed << ", step " << step;
    }
  }
}

TEST(CLoop, IsAsItWasAfterAnUpdateThatFails) {
  for (std::uint64_t seed = 0; seed < worlds(54); ++seed) {
    const Case loop(seed);
    const std::array<Table, 2> tables = tables_of(loop);
    std::vector<Numbers> rows = random_share(loop.rows, rank_here(), number_of_ranks(), seed);
    const Loop inspected = Arrays(loop, tables, rows).inspected();
    const std::size_t share = rows.size();
    const auto before = told(loop, inspected, share);
    std::vector<int> named;
    if (rank_here() == number_of_ranks() - 1) named = {std::numeric_limits<int>::min()};
    expect_refused(Arrays(loop, tables, rows).update_named(inspected, named), PARTITA_COLLECTIVE_ERROR,
                   "iteration -2147483648 is named as changed; the first one is ");
    EXPECT_EQ(told(loop, inspected, share), before) << "seed " << seed;
    Random random(seed);
    rows.push_back(loop.random_row(random));
    if (rank_here() == number_of_ranks() - 1) rows.back().back() = 1'000'000;
    expect_refused(Arrays(loop, tables, rows).update(inspected), PARTITA_COLLECTIVE_ERROR, "is out of range");
    EXPECT_EQ(told(loop, inspected, share), before) << "seed " << seed;
    expect_refused(Arrays(loop, tables, rows).update_named(inspected, {}), PARTITA_COLLECTIVE_ERROR,
                   "is out of range");
    expect_refused(Arrays(loop, tables, rows).update_named(inspected, {}), PARTITA_COLLECTIVE_ERROR,
                   "the loop was lost when partita_update_named failed; inspect it anew");
    std::ptrdiff_t iterations = 0;
    expect_refused(partita_loop_iterations(inspected, &iterations), PARTITA_ERROR, "the loop was lost");
  }
}

}  // namespace
}  // namespace partita
