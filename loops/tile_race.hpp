#pragma once
/// \file Tile race: whether a chain runs in tiles, by the clock of its own runs.
///
/// Tiles (order.hpp) gain where values come from memory, and lose where caches hold them or the bodies
/// compute much. Making them takes the time of 2 to 14 runs, and they gain a fifth of a run at most: so a
/// chain makes none before its 41st run, which costs a chain that gains about as much as one that does not.
/// Then it runs by turns in tiles and without, and keeps the faster order. Each rank races for itself,
/// because bits do not depend on the order.

#include <algorithm>
#include <limits>

namespace partita::loops {

class TileRace {
 public:
  static constexpr int runs_before = 40, runs_in_turn = 4, turns = 6;
  static constexpr double needed = 0.95;  ///< of the time without tiles

  /// Starts anew, unless tiles have lost before. `possible`: else runs have no tiles.
  void begin(bool possible) {
    if (lost_) return;
    *this = TileRace();
    is_over_ = !possible;
  }

  /// Whether the next run is in tiles.
  bool in_tiles() const { return is_over_ ? wins_ : run_ >= runs_before && turn() % 2 == 0; }

  /// Whether all further runs are alike.
  bool is_over() const { return is_over_; }

  /// The next run took so many seconds of computing. The first run of a turn finds the other order's values
  /// in the caches, and does not count.
  void ran(double seconds) {
    if (is_over_) return;
    if (run_ >= runs_before && (run_ - runs_before) % runs_in_turn > 0)
      least_[in_tiles()] = std::min(least_[in_tiles()], seconds);
    if (++run_ < runs_before + turns * runs_in_turn) return;
    is_over_ = true;
    wins_ = least_[true] < needed * least_[false];
    lost_ = !wins_;
  }

  void give_up() {
    is_over_ = lost_ = true;
    wins_ = false;
  }

 private:
  int turn() const { return (run_ - runs_before) / runs_in_turn; }

  bool is_over_ = true, wins_ = false, lost_ = false;
  int run_ = 0;
  double least_[2] = {std::numeric_limits<double>::max(), std::numeric_limits<double>::max()};
};

}  // namespace partita::loops
