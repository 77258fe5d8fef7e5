// A chain runs in tiles only if it was faster so, and not before tiles can be repaid.
#include <gtest/gtest.h>

#include <partita/loops/tile_race.hpp>

namespace partita::loops {
namespace {

// @return in how many of these runs there were tiles
int run(TileRace& race, int runs, double seconds_in_tiles, double seconds_without) {
  int in_tiles = 0;
  for (; runs > 0; --runs) {
    in_tiles += race.in_tiles();
    race.ran(race.in_tiles() ? seconds_in_tiles : seconds_without);
  }
  return in_tiles;
}

constexpr int turns = TileRace::turns * TileRace::runs_in_turn;

TileRace raced(double seconds_in_tiles, double seconds_without) {
  TileRace race;
  race.begin(true);
  EXPECT_EQ(run(race, TileRace::runs_before, seconds_in_tiles, seconds_without), 0);
  EXPECT_TRUE(race.in_tiles());
  EXPECT_EQ(run(race, turns, seconds_in_tiles, seconds_without), turns / 2) << "by turns";
  EXPECT_TRUE(race.is_over());
  return race;
}

TEST(TileRace, KeepsTilesThatGain) {
  TileRace race = raced(0.9, 1);
  EXPECT_EQ(run(race, 10, 0.9, 1), 10);
  race.begin(true);
  EXPECT_FALSE(race.in_tiles()) << "after a change, they must be made again";
  run(race, TileRace::runs_before, 0.9, 1);
  EXPECT_TRUE(race.in_tiles());
}

TEST(TileRace, DropsTilesThatGainLittleForGood) {
  TileRace race = raced(0.97, 1);
  EXPECT_EQ(run(race, 10, 0.97, 1), 0);
  race.begin(true);
  EXPECT_EQ(run(race, 1000, 0.9, 1), 0);
}

TEST(TileRace, DoesNotCountTheFirstRunOfATurn) {
  TileRace race;
  race.begin(true);
  run(race, TileRace::runs_before, 1, 1);
  for (int k = 0; k < turns; ++k) race.ran(k % TileRace::runs_in_turn == 0 ? 0.1 : race.in_tiles() ? 0.9 : 1);
  EXPECT_TRUE(race.in_tiles());
}

TEST(TileRace, IsNoneIfThereIsOneTileOrMemoryForOneOrder) {
  TileRace race;
  race.begin(false);
  EXPECT_EQ(run(race, 1000, 0.1, 1), 0);
  race.begin(true);
  run(race, TileRace::runs_before, 0.1, 1);
  race.give_up();
  EXPECT_EQ(run(race, 1000, 0.1, 1), 0);
}

}  // namespace
}  // namespace partita::loops
