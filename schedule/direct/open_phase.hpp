#pragma once
/// \file A phase while an algorithm fills it: the senders, receivers and links that are taken.

#include <cstddef>
#include <vector>

#include <partita/schedule/machine.hpp>

namespace partita::detail {

/// Keeps a partial permutation free of node and link contention. The sets Tsend, Trecv and PATHS of Wang and
/// Ranka 1994, section 5, with Check_Path and Mark_Path in one.
class OpenPhase {
 public:
  /// @throws Error if the machine has fewer nodes than there are ranks
  OpenPhase(int ranks, const Machine& machine);

  bool sends(int rank) const { return taken(sends_, rank); }
  bool receives(int rank) const { return taken(receives_, rank); }

  /// Adds the message unless its sender, its receiver or a link of its route is taken. O(links of the route).
  ///
  /// @return true if the message was added
  bool add(int from, int to);

  /// Removes a message of the phase.
  void remove(int from, int to);

  /// Begins the next phase, empty. O(1).
  void clear() { ++phase_; }

 private:
  bool taken(const std::vector<int>& in_phase, int index) const {
    return in_phase[static_cast<std::size_t>(index)] == phase_;
  }

  Machine machine_;
  int phase_ = 0;
  std::vector<int> sends_, receives_, links_;  // latest phase in which each was taken
  std::vector<int> route_;                     // of the latest message; a member to keep its memory
};

}  // namespace partita::detail
