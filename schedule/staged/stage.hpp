#pragma once
/// \file Stage: one step of a staged exchange, in which every rank hands on pieces that it holds.

#include <map>
#include <utility>
#include <vector>

#include <partita/schedule/message.hpp>
#include <partita/schedule/staged/direct_scheduler.hpp>

namespace partita {

/// What goes from whom to whom within a stage. Pieces for the same rank travel together, and those that
/// continue one another as one.
class Stage {
 public:
  /// By (from, to).
  using Contents = std::map<std::pair<int, int>, std::vector<Piece>>;

  void hand_on(int from, int to, const Piece& piece);

  const Contents& contents() const { return contents_; }

  /// Schedules the stage as if the units were the two ends' own, and adds its messages, with the pieces those
  /// units belong to, from `first_phase` on. The scheduler may split messages. Returns the phase after the
  /// stage.
  int schedule(const DirectScheduler& scheduler, int ranks, int first_phase, TableBuilder& schedule) const;

 private:
  Contents contents_;
};

}  // namespace partita
