#pragma once
/// \file Phase table (CPT): one rank's ordered lists of sends and receives. The primary object of the
/// schedule room.

#include <vector>

#include <partita/schedule/destination_vector.hpp>

namespace partita {

/// A run of units on its way from the rank that owns them to the rank that needs them: units offset ..
/// offset+length-1 of the message that `origin` has for `target`. Split messages are several pieces with
/// several offsets; a staged schedule's messages carry pieces whose origin or target is neither end of the
/// message.
struct Piece {
  int origin;
  int target;
  Units offset;
  Units length;

  auto operator<=>(const Piece&) const = default;
};

/// One rank's end of a message: in which phase, with whom, and what it carries.
struct Transfer {
  int phase;
  int partner;
  std::vector<Piece> pieces;

  bool operator==(const Transfer&) const = default;
};

/// What one rank does in a replay. Both lists ascend by phase. In a schedule free of node contention no phase
/// comes twice in a list; AC has everything in phase 0. NICE, section 4.2 and figure 8.
struct PhaseTable {
  int phases = 0;  ///< that the algorithm steps through; at least the last phase of this rank + 1
  std::vector<Transfer> sends;
  std::vector<Transfer> receives;

  bool operator==(const PhaseTable&) const = default;
};

/// The whole message of `from` for `to` in one direct transfer's pieces.
std::vector<Piece> direct(int from, int to, Units length);

/// Sends become receives and receives become sends: ghosts -> owner from owner -> ghosts. Each rank's reverse
/// together are the reverse of the schedule, and as free of node contention.
PhaseTable reverse(const PhaseTable& table);

}  // namespace partita
