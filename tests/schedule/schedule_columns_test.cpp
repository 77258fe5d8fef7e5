#include <limits>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include <partita/schedule/schedule_columns.hpp>

#include "tests/sentence.hpp"

namespace partita::detail {
namespace {

using testing_support::sentence_of;

// Rank 0 sends 5 units to itself, in two pieces; rank 1 does nothing; rank 2 sends 3 to rank 0. The indices
// and copies are not those of a right schedule: only `verify` knows.
const std::vector<DestinationVector> rows{{{0, 5}}, {}, {{0, 3}}};
const std::vector<IndexRuns> indices_of{{{0, 0, 40, 2}, {0, 3, 7, 1}}, {}, {{0, 1, 9, 1}}};
const PhaseTable first{2,
                       {{1, 0, {{0, 0, 0, 2}, {0, 0, 2, 3}}}},
                       {{0, 2, {{2, 0, 0, 3}}}, {1, 0, {{0, 0, 0, 2}, {0, 0, 2, 3}}}},
                       {{0, {2, 0, 1, 1}, {2, 1, 0, 1}}, {1, {0, 0, 0, 2}, {0, 0, 3, 2}}}};
const PhaseTable second{2, {}, {}};
const PhaseTable third{2, {{0, 0, {{2, 0, 0, 3}}}}, {}};
const std::vector<PhaseTables> parts{
    {first, reverse(first)}, {second, reverse(second)}, {third, reverse(third)}};

ScheduleColumns example() {
  ScheduleColumns columns;
  for (std::size_t k = 0; k < rows.size(); ++k) append(columns, rows[k], indices_of[k], parts[k]);
  return columns;
}

TEST(ScheduleColumns, GiveBackWhatWasPutIn) {
  const ScheduleColumns columns = example();
  check_shape(columns, 3);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    EXPECT_EQ(destinations(columns, k), rows[k]) << "rank " << k;
    EXPECT_EQ(indices(columns, k), indices_of[k]) << "rank " << k;
    EXPECT_EQ(tables(columns, k), parts[k]) << "rank " << k;
  }
}

TEST(ScheduleColumns, AreCompressedRows) {
  const ScheduleColumns columns = example();
  std::map<std::string, Column> by_name;
  for_each_column(columns, [&](const std::string& name, const Column& column, ColumnKind) {
    EXPECT_TRUE(by_name.emplace(name, column).second) << name;
  });
  EXPECT_EQ(by_name.at("matrix/offsets"), (Column{0, 1, 1, 2}));
  EXPECT_EQ(by_name.at("forward/phases"), (Column{2, 2, 2}));
  EXPECT_EQ(by_name.at("forward/receives/offsets"), (Column{0, 2, 2, 2}));
  EXPECT_EQ(by_name.at("forward/receives/partner"), (Column{2, 0}));
  EXPECT_EQ(by_name.at("forward/receives/pieces/offsets"), (Column{0, 1, 3}));
  EXPECT_EQ(by_name.at("forward/receives/pieces/length"), (Column{3, 2, 3}));
  EXPECT_EQ(by_name.at("forward/copies/offsets"), (Column{0, 2, 2, 2}));
  EXPECT_EQ(by_name.at("forward/copies/to_offset"), (Column{0, 3}));
  EXPECT_EQ(by_name.at("matrix/indices/offsets"), (Column{0, 2, 2, 3}));
}

TEST(ScheduleColumns, OfAnotherNumberOfRanksAreRefused) {
  for (const int ranks : {-1, 0, 2, 4, std::numeric_limits<int>::max()})
    EXPECT_NE(sentence_of([&] { check_shape(example(), ranks); }), "") << ranks << " ranks";
}

TEST(ScheduleColumns, WhateverIsDamagedTheyAreRefusedOrReadable) {
  // Every number of every column set to something else, and every column cut and prolonged.
  int refused = 0;
  const auto judge = [&](const ScheduleColumns& columns) {
    if (!sentence_of([&] { check_shape(columns, 3); }).empty()) {
      ++refused;
      return;
    }
    for (std::size_t k = 0; k < 3; ++k) {
      (void)destinations(columns, k);
      (void)indices(columns, k);
      (void)tables(columns, k);
    }
  };
  constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  std::size_t columns_in_all = 0;
  const ScheduleColumns whole = example();
  for_each_column(whole, [&](const std::string&, const Column&, ColumnKind) { ++columns_in_all; });
  for (std::size_t chosen = 0; chosen < columns_in_all; ++chosen) {
    const auto change = [&](auto&& changed) {
      ScheduleColumns columns = example();
      std::size_t number = 0;
      for_each_column(columns, [&](const std::string&, Column& column, ColumnKind) {
        if (number++ == chosen) changed(column);
      });
      judge(columns);
    };
    const int before = refused;
    change([](Column& column) { column.push_back(0); });
    change([&](Column& column) { column.push_back(largest); });
    EXPECT_EQ(refused, before + 2) << "column " << chosen << " is too long";
    change([](Column& column) { column.clear(); });
    for (const std::int64_t value : {-largest, std::int64_t{-1}, std::int64_t{1}, std::int64_t{4}, largest})
      for (std::size_t at = 0; at < 4; ++at)
        change([&](Column& column) {
          if (at < column.size()) column[at] = value;
        });
  }
  EXPECT_GT(refused, 300);
}

}  // namespace
}  // namespace partita::detail
