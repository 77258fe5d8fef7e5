#pragma once
/// \file Stage: one step of a staged exchange, in which every rank passes on pieces that it holds.

#include <functional>
#include <map>
#include <utility>
#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/message.hpp>

namespace partita::detail {

/// The order of the messages within a stage, by any direct algorithm: the phase tables of all ranks for a
/// matrix.
using DirectScheduler = std::function<std::vector<PhaseTable>(const CommunicationMatrix&)>;

/// The pieces that ranks send each other within a stage. Pieces for the same rank travel in one message, and
/// adjacent pieces are joined.
class Stage {
 public:
  /// By (from, to).
  using Contents = std::map<std::pair<int, int>, std::vector<Piece>>;

  void hand_on(int from, int to, const Piece& piece);

  const Contents& contents() const { return contents_; }

  /// Schedules the stage as if the two ends owned the units, and adds its messages, with the pieces of those
  /// units, from `first_phase` on. The scheduler may split messages.
  ///
  /// @return the phase after the stage
  int schedule(const DirectScheduler& scheduler, int ranks, int first_phase, TableBuilder& schedule) const;

 private:
  Contents contents_;
};

}  // namespace partita::detail
