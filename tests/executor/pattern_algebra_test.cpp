// What merge and subtract mean to an exchange: the same values by fewer messages.
#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <partita/executor/exchange.hpp>
#include <partita/inspector/algebra.hpp>
#include <partita/inspector/localize.hpp>
#include <partita/support/random.hpp>

#include "tests/random_graph.hpp"

namespace partita {
namespace {

using testing_support::random_graph;

// How many cases a property is tried on: with more ranks fewer, but larger ones.
std::uint64_t cases(const Communicator& comm) { return 200 / static_cast<std::uint64_t>(comm.size()); }

std::size_t places(local_index values) { return static_cast<std::size_t>(values); }

// Random values and their owners, and what two loops of this rank refer to.
struct TwoPatterns {
  TranslationTable table;
  AccessPattern one;
  AccessPattern other;

  TwoPatterns(const Communicator& comm, std::uint64_t seed)
      : table(TranslationTable::from_partition(
            comm, comm.rank() == 0 ? random_graph(comm.size(), seed).parts : std::vector<int>{})),
        one(random_pattern(table, 2 * seed)),
        other(random_pattern(table, 2 * seed + 1)) {}

  static AccessPattern random_pattern(const TranslationTable& table, std::uint64_t seed) {
    Random random(seed * 100 + static_cast<std::uint64_t>(table.communicator().rank()));
    std::vector<global_index> references(table.size() == 0 ? 0 : random.below(40));
    for (global_index& reference : references)
      reference = random.below(static_cast<std::uint32_t>(table.size()));
    return localize(table, references).pattern;
  }

  // An array with the owned values' global indices, k each, and nothing in the ghosts.
  std::vector<global_index> owned_only(local_index local_size, std::size_t k = 1) const {
    std::vector<global_index> array(places(local_size) * k, -1);
    for (std::size_t c = 0; c < places(table.owned()) * k; ++c)
      array[c] = table.global(static_cast<local_index>(c / k));
    return array;
  }

  // The same after a gather by `pattern` alone.
  std::vector<global_index> gathered(const AccessPattern& pattern) const {
    std::vector<global_index> array = owned_only(pattern.local_size());
    Exchange(pattern).gather(array);
    return array;
  }
};

TEST(MergedPattern, ServesBothLoopsByOneExchange) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm); ++seed) {
    const TwoPatterns c(comm, seed);
    const AccessPattern whole = merge(c.one, c.other);
    const auto array = c.gathered(whole);
    for (const AccessPattern& part : {c.one, c.other}) {
      const auto expected = c.gathered(part);
      const auto place = renumbering(part, std::array{whole});
      for (std::size_t local = 0; local < place.size(); ++local)
        ASSERT_EQ(array[places(place[local])], expected[local]) << "seed " << seed;
    }
  }
}

TEST(SubtractedPattern, GathersTheRestIntoTheSameArray) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm); ++seed) {
    const TwoPatterns c(comm, seed);
    const AccessPattern &brought = c.one, &wanted = c.other;
    const AccessPattern rest = subtract(wanted, brought);
    Exchange first(brought), second(rest);
    const auto place = renumbering(wanted, std::array{brought, rest});
    const auto expected = c.gathered(wanted);
    for (const std::size_t k : {1u, 3u}) {
      auto array = c.owned_only(rest.local_size(), k);
      const auto front = std::span(array).first(places(brought.local_size()) * k);
      second.gather(FieldView<global_index>::contiguous(array, k));
      for (const global_index ghost : front.subspan(places(brought.owned()) * k))
        EXPECT_EQ(ghost, -1) << "the ghosts of others are left alone, seed " << seed;
      first.gather(FieldView<global_index>::contiguous(front, k));
      for (std::size_t local = 0; local < place.size(); ++local)
        for (std::size_t component = 0; component < k; ++component)
          ASSERT_EQ(array[places(place[local]) * k + component], expected[local]) << "seed " << seed;
    }
  }
}

TEST(SubtractedPattern, ScatterAddsReachTheOwnersOnceEach) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm); ++seed) {
    const TwoPatterns c(comm, seed);
    const AccessPattern &brought = c.one, &wanted = c.other;
    const AccessPattern rest = subtract(wanted, brought);
    const auto place = renumbering(wanted, std::array{brought, rest});

    std::vector<int> expected(places(wanted.local_size()));
    std::iota(expected.begin(), expected.end(), 1 + 100 * comm.rank());
    std::vector<int> array(places(rest.local_size()), 0);  // what is not wanted adds nothing
    for (std::size_t local = 0; local < place.size(); ++local) array[places(place[local])] = expected[local];

    Exchange(wanted).scatter_add(expected);
    Exchange(brought).scatter_add(std::span(array).first(places(brought.local_size())));
    Exchange(rest).scatter_add(array);
    EXPECT_TRUE(std::equal(array.begin(), array.begin() + wanted.owned(), expected.begin()))
        << "seed " << seed;
  }
}

}  // namespace
}  // namespace partita
