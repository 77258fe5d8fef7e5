// Loops through one index array and more, into one set and two: what C is told is what the C++ interface
// says.
#include <array>
#include <limits>
#include <numeric>
#include <span>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <partita/inspector/inspect.hpp>

#include "sets.hpp"
#include "tests/inspector/random_loop.hpp"

namespace partita {
namespace {

using namespace testing_support;

constexpr std::array executions_of_c{PARTITA_FIRST_OWNER, PARTITA_MAJORITY, PARTITA_BOTH_SIDES};

// A random loop through its first index arrays, whose sets count from any base.
struct Case {
  Case(const Communicator& ranks, std::uint64_t number) : comm(ranks), seed(number) {
    for (std::size_t set = 0; set < 2; ++set) {
      const std::vector<int>& part = loop.parts[set];
      expect_ok(partita_table_from_parts(MPI_COMM_WORLD, bases[set], is_first ? std::ssize(part) : 0,
                                         part.data(), &tables[set].handle));
    }
  }

  Communicator comm;
  std::uint64_t seed;
  bool is_first = comm.rank() == 0, is_last = comm.rank() == comm.size() - 1;
  RandomLoop loop = random_loop(comm.size(), seed);
  Tabled sets_of{comm, loop};
  std::size_t arrays = 1 + seed % 3, execution = seed / 3 % 3;
  std::array<int, 2> bases{static_cast<int>(seed / 2 % 2), static_cast<int>(seed % 2)};
  std::array<Table, 2> tables{};
  std::vector<Row> share = random_share(loop.rows, comm.rank(), comm.size(), seed);
};

// A share of its iterations, as C++ and as C have it.
class Given {
 public:
  Given(const Case& of, const std::vector<Row>& share)
      : of_(of), iterations_(std::ssize(share)), arrays_(of.sets_of, share) {
    for (std::size_t a = 0; a < of.arrays; ++a) {
      entries_[a] = counted_from(of.bases[sets[a]], arrays_.entries[a]);
      of_c_.push_back({a == 0 ? "ends" : "others", of.tables[sets[a]], arities[a], entries_[a].data()});
    }
  }

  InspectedLoop in_cpp() const {
    return inspect(of_.comm, "edges", std::span(arrays_.arrays).first(of_.arrays),
                   executions[of_.execution].value);
  }
  Loop in_c() const {
    Loop loop;
    expect_ok(partita_inspect(MPI_COMM_WORLD, "edges", executions_of_c[of_.execution], iterations_, number(),
                              of_c_.data(), &loop.handle));
    return loop;
  }
  int update(const Loop& loop) const { return partita_update(loop, iterations_, number(), of_c_.data()); }
  int update_named(const Loop& loop, const std::vector<int>& changed) const {
    return partita_update_named(loop, iterations_, number(), of_c_.data(), std::ssize(changed),
                                changed.data());
  }

 private:
  int number() const { return static_cast<int>(of_c_.size()); }

  const Case& of_;
  std::ptrdiff_t iterations_;
  IndexArrays arrays_;
  std::array<Numbers, 3> entries_;
  std::vector<partita_index_array> of_c_;
};

// Values of this rank's iterations.
template <class T>
std::vector<T> brought(std::size_t share, T (*value)(int)) {
  std::vector<T> all;
  for (std::size_t k = 0; k < share; ++k) all.push_back(value(static_cast<int>(k) + 1000 * rank_here()));
  return all;
}
int number_of(int iteration) { return iteration; }

// All that a loop of `share` iterations tells: values taken, places from 0, what its patterns bring.
using Told = std::tuple<std::vector<int>, std::vector<int>, std::vector<std::vector<Location>>>;

Told told(const Case& of, const Loop& loop, std::size_t share) {
  auto [taken, all_places, all_locations] = Told();
  std::ptrdiff_t iterations = -1;
  expect_ok(partita_loop_iterations(loop, &iterations));
  taken.resize(static_cast<std::size_t>(iterations));
  expect_ok(partita_loop_take(loop, sizeof(int), brought(share, number_of).data(), taken.data()));
  for (std::size_t a = 0; a < of.arrays; ++a) {
    std::vector<int> places(taken.size() * at(arities[a]));
    expect_ok(partita_loop_places(loop, static_cast<int>(a), places.data()));
    for (const int place : places) all_places.push_back(place - of.bases[sets[a]]);
    Pattern pattern;
    int ghosts = -1;
    expect_ok(partita_loop_pattern(loop, static_cast<int>(a), &ghosts, &pattern.handle));
    all_locations.push_back(locations(of.sets_of.tables[sets[a]], pattern, ghosts));
  }
  return {taken, all_places, all_locations};
}

Told told(const Case& of, const InspectedLoop& loop, std::size_t share) {
  auto [taken, all_places, all_locations] = Told();
  taken = loop.take(brought(share, number_of));
  for (std::size_t a = 0; a < of.arrays; ++a) {
    all_places.insert(all_places.end(), loop.indices(a).begin(), loop.indices(a).end());
    all_locations.push_back(locations(loop.pattern(a)));
  }
  return {taken, all_places, all_locations};
}

TEST(CLoop, IsInspectedAsInCpp) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm, 240); ++seed) {
    Case of(comm, seed);
    const Given given(of, of.share);
    const Loop loop = given.in_c();
    for (Table& table : of.tables) expect_ok(partita_table_free(&table.handle));  // loops stay
    EXPECT_EQ(told(of, loop, of.share.size()), told(of, given.in_cpp(), of.share.size())) << "seed " << seed;
  }
}

TEST(CLoop, BringsValuesOfAnySizeToItsIterations) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm, 54); ++seed) {
    const Case of(comm, seed);
    const Given given(of, of.share);
    const Loop loop = given.in_c();
    const auto expect_taken = [&](const auto& mine) {
      const auto expected = given.in_cpp().take(mine);
      std::decay_t<decltype(expected)> taken(expected.size());
      expect_ok(partita_loop_take(loop, sizeof(mine[0]), mine.data(), taken.data()));
      EXPECT_EQ(taken, expected) << "seed " << seed;
    };
    expect_taken(brought<signed char>(of.share.size(), [](int it) { return static_cast<signed char>(it); }));
    expect_taken(brought<std::array<double, 3>>(of.share.size(), [](int it) {
      return std::array{0.5 * it, 1.0, -1.0};
    }));
  }
}

TEST(CLoop, UpdatedIsAsInspectedAnew) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm, 54); ++seed) {
    const Case of(comm, seed);
    std::vector<Row> share = of.share;
    const Loop updated = Given(of, share).in_c();
    Random random(1000 * seed + static_cast<std::uint64_t>(rank_here()));
    int base = 0;
    for (std::size_t a = 0; a < of.arrays; ++a) base = std::max(base, of.bases[sets[a]]);
    for (int step = 0; step < 6; ++step) {
      const std::vector<Row> before = share;
      adapt(share, of.loop, random);
      std::vector<int> changed;
      for (std::size_t k = 0; k < std::min(before.size(), share.size()); ++k)
        if (before[k] != share[k]) changed.push_back(static_cast<int>(k) + base);
      const Given now(of, share);
      expect_ok(step % 2 == 0 ? now.update(updated) : now.update_named(updated, changed));
      EXPECT_EQ(told(of, updated, share.size()), told(of, now.in_cpp(), share.size()))
          << "seed " << seed << ", step " << step;
    }
  }
}

TEST(CLoop, IsAsItWasAfterAnUpdateThatFails) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm, 54); ++seed) {
    const Case of(comm, seed);
    const Loop loop = Given(of, of.share).in_c();
    const Told before = told(of, loop, of.share.size());
    std::vector<int> named;
    if (of.is_last) named = {std::numeric_limits<int>::min()};
    expect_refused(Given(of, of.share).update_named(loop, named), PARTITA_COLLECTIVE_ERROR,
                   "iteration -2147483648 is named as changed; the first one is ");
    EXPECT_EQ(told(of, loop, of.share.size()), before) << "seed " << seed;
    std::vector<Row> share = of.share;
    share.push_back({});
    if (of.is_last) share.back().front() = 1'000'000;
    const Given wrong(of, share);
    expect_refused(wrong.update(loop), PARTITA_COLLECTIVE_ERROR, "is out of range");
    EXPECT_EQ(told(of, loop, of.share.size()), before) << "seed " << seed;
    expect_refused(wrong.update_named(loop, {}), PARTITA_COLLECTIVE_ERROR, "is out of range");
    expect_refused(wrong.update_named(loop, {}), PARTITA_COLLECTIVE_ERROR,
                   "the loop was lost when partita_update_named failed; inspect it anew");
    std::ptrdiff_t iterations = 0;
    expect_refused(partita_loop_iterations(loop, &iterations), PARTITA_ERROR, "the loop was lost");
  }
}

}  // namespace
}  // namespace partita
