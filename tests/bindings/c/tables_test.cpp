// Translation tables, and localize: what C is told is what the C++ interface says.
#include <vector>

#include <gtest/gtest.h>

#include <partita/inspector/localize.hpp>
#include <partita/support/random.hpp>

#include "sets.hpp"
#include "tests/inspector/random_loop.hpp"

namespace partita {
namespace {

using namespace testing_support;

// References of this rank, with repetitions.
std::vector<global_index> references(const TranslationTable& set, std::uint64_t seed) {
  Random random(1000 * seed + static_cast<std::uint64_t>(rank_here()));
  std::vector<global_index> all(random.below(60));
  for (global_index& number : all) number = random.below(static_cast<std::uint32_t>(set.size()));
  return all;
}

void expect_table(Table table, int base, const TranslationTable& set, std::uint64_t seed) {
  SCOPED_TRACE(seed);
  int owned = -1;
  expect_ok(partita_table_owned(table, &owned));
  ASSERT_EQ(owned, set.owned());
  Numbers global(at(owned));
  expect_ok(partita_table_global(table, global.data()));
  for (int k = 0; k < owned; ++k) EXPECT_EQ(global[at(k)], set.global(k) + base);

  const auto asked = references(set, seed);
  const Numbers told = counted_from(base, asked);
  std::vector<int> owner(asked.size()), place(asked.size());
  expect_ok(partita_table_locate(table, std::ssize(told), told.data(), owner.data(), place.data()));
  const std::vector<Location> located = set.locate(asked);
  for (std::size_t k = 0; k < asked.size(); ++k)
    EXPECT_EQ((Location{owner[k], place[k] - base}), located[k]) << "reference " << k;

  Pattern pattern;
  int ghosts = -1;
  expect_ok(partita_localize(table, std::ssize(told), told.data(), place.data(), &ghosts, &pattern.handle));
  expect_ok(partita_table_free(&table.handle));  // patterns stay
  const auto localized = localize(set, asked);
  EXPECT_EQ(locations(set, pattern, ghosts), locations(localized.pattern));
  for (std::size_t k = 0; k < asked.size(); ++k)
    EXPECT_EQ(place[k] - base, localized.indices[k]) << "reference " << k;
}

TEST(CTable, FromOwnedHasTheOrderThatItsRanksGive) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm, 300); ++seed) {
    const auto parts = random_graph(comm.size(), seed).parts;
    std::vector<global_index> owned;
    for (std::size_t number = 0; number < parts.size(); ++number)
      if (parts[number] == comm.rank()) owned.push_back(static_cast<global_index>(number));
    Random(seed).shuffle(owned);
    const int base = seed % 2;
    const Numbers told = counted_from(base, owned);
    Table table;
    expect_ok(partita_table_from_owned(MPI_COMM_WORLD, base, static_cast<int>(told.size()), told.data(),
                                       &table.handle));
    expect_table(std::move(table), base, TranslationTable::from_owned(comm, owned), seed);
  }
}

TEST(CTable, FromPartsTakesAnyShareOfThePartitionVector) {
  const Communicator comm(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < cases(comm, 300); ++seed) {
    const auto share = random_share(random_graph(comm.size(), seed).parts, comm.rank(), comm.size(), seed);
    const int base = seed % 2;
    Table table;
    expect_ok(partita_table_from_parts(MPI_COMM_WORLD, base, std::ssize(share), share.data(), &table.handle));
    expect_table(std::move(table), base, TranslationTable::from_partition(comm, share), seed);
  }
}

TEST(CTable, MayBeOfNoValues) {
  Table table;
  expect_ok(partita_table_from_parts(MPI_COMM_WORLD, 1, 0, nullptr, &table.handle));
  int owned = -1, ghosts = -1;
  expect_ok(partita_table_owned(table, &owned));
  expect_ok(partita_table_global(table, nullptr));
  expect_ok(partita_table_locate(table, 0, nullptr, nullptr, nullptr));
  Pattern pattern;
  expect_ok(partita_localize(table, 0, nullptr, nullptr, &ghosts, &pattern.handle));
  EXPECT_EQ(owned, 0);
  EXPECT_EQ(ghosts, 0);
}

}  // namespace
}  // namespace partita
