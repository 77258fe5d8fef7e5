// Translation tables, and localize: against look-ups in sets that every rank knows whole.
#include <array>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sets.hpp"

namespace partita {
namespace {

using namespace testing_support;

// Random references of a rank, with repetitions.
Numbers references(const Set& set, int rank, std::uint64_t seed) {
  Random random(1000 * seed + static_cast<std::uint64_t>(rank));
  Numbers all(random.below(60));
  for (std::int64_t& number : all) number = random.below(static_cast<std::uint32_t>(set.owner.size()));
  return all;
}

void expect_table(const Table& table, int base, const Set& set, std::uint64_t seed) {
  int owned = -1;
  expect_ok(partita_table_owned(table, &owned));
  ASSERT_EQ(at(owned), set.here().size());
  Numbers global(at(owned));
  expect_ok(partita_table_global(table, global.data()));
  EXPECT_EQ(global, counted_from(base, set.here())) << "seed " << seed;

  const Numbers asked = references(set, rank_here(), seed), told = counted_from(base, asked);
  std::vector<int> owner(asked.size()), place(asked.size()), expected_owner, expected_place;
  for (const std::int64_t number : asked) {
    expected_owner.push_back(set.owner[static_cast<std::size_t>(number)]);
    expected_place.push_back(set.place(number) + base);
  }
  expect_ok(partita_table_locate(table, std::ssize(told), told.data(), owner.data(), place.data()));
  EXPECT_EQ(owner, expected_owner) << "seed " << seed;
  EXPECT_EQ(place, expected_place) << "seed " << seed;
}

TEST(CTable, FromOwnedHasTheOrderThatItsRanksGive) {
  for (std::uint64_t seed = 0; seed < worlds(300); ++seed) {
    const Set set = random_set(seed, Order::any);
    const int base = seed % 2;
    expect_table(table_of(set, base), base, set, seed);
  }
}

TEST(CTable, FromPartsAscendsOnEveryRankWhateverTheSharesOfThePartitionVector) {
  for (std::uint64_t seed = 0; seed < worlds(300); ++seed) {
    const Set set = random_set(seed, Order::ascending);
    const int base = seed % 2;
    const std::vector<int> share = random_share(set.owner, rank_here(), number_of_ranks(), seed);
    Table table;
    expect_ok(partita_table_from_parts(MPI_COMM_WORLD, base, std::ssize(share), share.data(), &table.handle));
    expect_table(table, base, set, seed);
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

// Where references of this rank are found, counted from 0.
struct Localized {
  std::vector<int> places;
  int ghosts = -1;
  Pattern pattern;

  Localized(const Table& table, int base, const Numbers& asked) : places(asked.size()) {
    const Numbers told = counted_from(base, asked);
    expect_ok(
        partita_localize(table, std::ssize(told), told.data(), places.data(), &ghosts, &pattern.handle));
    for (int& place : places) place -= base;
  }
};

TEST(CLocalize, FindsOwnedValuesAtTheirPlacesAndEveryOtherValueOnceBehindThem) {
  for (std::uint64_t seed = 0; seed < worlds(300); ++seed) {
    const Set set = random_set(seed, Order::any);
    const int base = seed % 2;
    const Numbers asked = references(set, rank_here(), seed);
    Table table = table_of(set, base);
    const Localized localized(table, base, asked);
    expect_ok(partita_table_free(&table.handle));  // patterns stay

    std::set<std::int64_t> others;
    for (const std::int64_t number : asked)
      if (set.owner[static_cast<std::size_t>(number)] != rank_here()) others.insert(number);
    EXPECT_EQ(at(localized.ghosts), others.size()) << "seed " << seed;

    const Numbers field = global_numbers(set, localized.pattern, localized.ghosts);
    EXPECT_EQ(values_at(field, localized.places), asked) << "seed " << seed;
    EXPECT_EQ(std::set(field.begin() + std::ssize(set.here()), field.end()), others) << "seed " << seed;
  }
}

TEST(CLocalize, ReferencesOfAllRanksAreCountedAtTheirOwners) {
  for (std::uint64_t seed = 0; seed < worlds(300); ++seed) {
    const Set set = random_set(seed, Order::any);
    Numbers of_all(set.owner.size());
    for (int rank = 0; rank < number_of_ranks(); ++rank)
      for (const std::int64_t number : references(set, rank, seed))
        ++of_all[static_cast<std::size_t>(number)];

    const Localized localized(table_of(set, 0), 0, references(set, rank_here(), seed));
    Numbers field(set.here().size() + at(localized.ghosts), 0);
    for (const int place : localized.places) ++field.at(at(place));
    const partita_field rows = field_of(field);
    expect_ok(partita_scatter(Exchange(localized.pattern, "ac"), PARTITA_ADD, 1, &rows));
    for (std::size_t place = 0; place < set.here().size(); ++place)
      EXPECT_EQ(field[place], of_all[static_cast<std::size_t>(set.here()[place])]) << "seed " << seed;
  }
}

}  // namespace
}  // namespace partita
