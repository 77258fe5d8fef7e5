#include <vector>

#include <gtest/gtest.h>

#include <partita/executor/replay/memory/layout.hpp>
#include <partita/schedule/schedule.hpp>

#include "miniapps/random_matrix.hpp"

namespace partita {
using namespace detail;
namespace {

// Rank 0 sends 10 units to rank 1 and receives 4 from rank 2.
const std::vector<BufferPart> sent_units{{1, 0, 10}};
const std::vector<BufferPart> received_units{{2, 100, 4}};

bool fits(const PhaseTable& table) { return lay_out(0, table, sent_units, received_units).has_value(); }

PhaseTable table(std::vector<Transfer> sends) { return {2, std::move(sends), {{0, 2, {{2, 0, 0, 4}}}}}; }

TEST(Layouts, OwnUnitsLieAtThePlacesOfTheirTargetsAndOrigins) {
  const auto found =
      lay_out(0, table({{0, 1, {{0, 1, 0, 6}}}, {1, 1, {{0, 1, 6, 4}}}}), sent_units, received_units);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->sends[1].blocks[0].first, 6u);
  EXPECT_EQ(found->receives[0].blocks[0].first, 100u);
}

TEST(Layouts, StretchesSideBySideAreOne) {
  const auto found = lay_out(0, table({{0, 1, {{0, 1, 0, 6}, {0, 1, 6, 4}}}}), sent_units, received_units);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->sends[0].blocks.size(), 1u);
}

TEST(Layouts, WhatDoesNotCarryJustWhatThePlacesHoldIsRefused) {
  EXPECT_TRUE(fits(table({{0, 1, {{0, 1, 0, 10}}}})));
  EXPECT_FALSE(fits(table({}))) << "too little";
  EXPECT_FALSE(fits(table({{0, 1, {{0, 1, 0, 11}}}}))) << "too much";
  EXPECT_FALSE(fits(table({{0, 1, {{0, 1, 0, 5}}}, {1, 1, {{0, 1, 0, 5}}}}))) << "the same twice";
  EXPECT_FALSE(fits(table({{0, 1, {{0, 1, 0, 10}}}, {1, 1, {}}}))) << "an empty message";
  EXPECT_FALSE(fits(table({{0, 1, {{0, 1, 0, 10}, {0, 1, 10, 0}}}}))) << "an empty piece";
  EXPECT_FALSE(fits(table({{0, 3, {{0, 3, 0, 10}}}}))) << "to somebody else";
  PhaseTable twice = table({{0, 1, {{0, 1, 0, 10}}}});
  twice.receives = {{0, 2, {{2, 0, 0, 2}}}, {1, 2, {{2, 0, 0, 2}}}};
  EXPECT_FALSE(fits(twice)) << "received twice";
}

TEST(Layouts, OnlyWhatHasArrivedInAnEarlierPhaseIsSentOn) {
  PhaseTable relaying{
      3, {{0, 1, {{0, 1, 0, 10}}}, {2, 4, {{3, 4, 2, 3}}}}, {{0, 2, {{2, 0, 0, 4}}}, {1, 3, {{3, 4, 0, 5}}}}};
  EXPECT_TRUE(fits(relaying));
  relaying.sends[1].pieces[0].length = 4;
  EXPECT_FALSE(fits(relaying)) << "one unit more than has come";
  relaying.sends[1].pieces[0].length = 3;
  relaying.sends[1].phase = 1;
  EXPECT_FALSE(fits(relaying)) << "in the phase in which it comes";
  relaying.sends[1].phase = 2;
  relaying.receives[1].pieces[0].length = -5;
  EXPECT_FALSE(fits(relaying)) << "no length";
}

TEST(Layouts, CopiesAreSecondPlacesOfWhatArrives) {
  // Rank 0 gets units for ranks 4 and 0 from rank 3, which needs none of its own, and copies: one for itself,
  // and two for rank 5, to which it sends them on.
  const PhaseTable copying{2,
                           {{1, 4, {{3, 4, 0, 5}}}, {1, 5, {{3, 5, 0, 2}}}},
                           {{0, 3, {{3, 0, 1, 2}, {3, 4, 0, 5}}}},
                           {{0, {3, 4, 2, 1}, {3, 0, 0, 1}}, {0, {3, 0, 1, 2}, {3, 5, 0, 2}}}};
  const std::vector<BufferPart> own{{3, 100, 3}};
  const auto found = lay_out(0, copying, {}, own);
  ASSERT_TRUE(found);
  const std::vector<SecondPlace>& copies = found->receives[0].copies;
  ASSERT_EQ(copies.size(), 2u);
  EXPECT_EQ(copies[0].offset, 4u) << "in the message";
  EXPECT_EQ(copies[0].block.first, 100u);
  EXPECT_EQ(copies[1].offset, 0u);
  EXPECT_EQ(copies[1].block.buffer, relay_buffer);
  EXPECT_EQ(found->sends[1].blocks[0].first, copies[1].block.first);
  const auto fits_with = [&](auto&& change) {
    PhaseTable changed = copying;
    change(changed);
    return lay_out(0, changed, {}, own).has_value();
  };
  EXPECT_FALSE(fits_with([](PhaseTable& t) { t.copies.pop_back(); })) << "what is sent on is missing";
  EXPECT_FALSE(fits_with([](PhaseTable& t) { t.copies.erase(t.copies.begin()); }))
      << "what is needed is missing";
  EXPECT_FALSE(fits_with([](PhaseTable& t) { t.copies.push_back(t.copies[0]); })) << "twice";
  EXPECT_FALSE(fits_with([](PhaseTable& t) { t.copies[0].from.offset = 5; })) << "of what does not come";
  EXPECT_FALSE(fits_with([](PhaseTable& t) { t.copies[0].phase = -1; })) << "before it comes";
  EXPECT_FALSE(fits_with([](PhaseTable& t) { t.copies[1].phase = 1; })) << "too late to be sent on";
}

TEST(Layouts, OwnUnitsThatAreCopiedElsewhereAreNotSent) {
  PhaseTable copied = table({{0, 1, {{0, 1, 0, 7}}}});
  EXPECT_FALSE(fits(copied));
  copied.copies = {{1, {0, 3, 0, 3}, {0, 1, 7, 3}}};
  EXPECT_TRUE(fits(copied));
  copied.copies[0].to.offset = 6;
  EXPECT_FALSE(fits(copied)) << "one is sent";
}

TEST(Layouts, EveryTableOfEveryAlgorithmFits) {
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    for (const auto& [algorithm, name] : algorithms) {
      const auto matrix =
          make_random_matrix({.ranks = 9, .density = static_cast<int>(seed % 9), .longest = 20}, seed);
      const Schedule schedule = make_schedule(matrix, {algorithm, seed, {.ranks_per_host = 4}});
      const auto sources = matrix.sources();
      const auto places = [](const std::vector<MatrixEntry>& entries) {
        std::vector<BufferPart> all;
        for (const auto& [rank, length] : entries)
          all.push_back({rank, 0, static_cast<std::size_t>(length), all.size()});
        return all;
      };
      for (int rank = 0; rank < matrix.ranks(); ++rank)
        EXPECT_TRUE(lay_out(rank, schedule.tables[static_cast<std::size_t>(rank)],
                            places(matrix.destinations(rank)),
                            places(sources[static_cast<std::size_t>(rank)])))
            << name << ", seed " << seed << ", rank " << rank;
    }
}

}  // namespace
}  // namespace partita
