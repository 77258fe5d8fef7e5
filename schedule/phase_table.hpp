#pragma once
/// \file Phase table (CPT): one rank's ordered lists of sends and receives. The primary object of the
/// schedule room.

#include <vector>

#include <partita/schedule/destination_vector.hpp>

namespace partita {

/// A run of units on its way from the rank that owns them to the rank that needs them: `length` units from
/// `offset` on, of the message from `origin` for `target`. A split message is several pieces with
/// different offsets. A relay carries pieces whose origin or target is neither end of the message that it
/// sends.
struct Piece {
  int origin;
  int target;
  Units offset;
  Units length;

  auto operator<=>(const Piece&) const = default;
};

/// One rank's end of a message.
struct Transfer {
  int phase;
  int partner;  ///< the rank at the other end
  std::vector<Piece> pieces;

  bool operator==(const Transfer&) const = default;
};

/// Units that do not travel: the rank that receives other units of the same values copies them from these.
/// The copies then go on like units that were received in that phase, or are at their target.
struct Copy {
  int phase;   ///< in which the last unit of `from` arrives at the rank that copies
  Piece from;  ///< units that travel
  Piece to;    ///< units of the same origin and length, with the same values

  auto operator<=>(const Copy&) const = default;
};

/// The sends and receives of one rank in a replay. Both lists ascend by phase. In a schedule free of node
/// contention no phase comes twice in a list. AC has all messages in phase 0.
///
/// Source: NICE, section 4.2 and figure 8.
struct PhaseTable {
  int phases = 0;  ///< number that the algorithm steps through; at least the last phase of this rank + 1
  std::vector<Transfer> sends;
  std::vector<Transfer> receives;
  std::vector<Copy> copies = {};  ///< by this rank, or of its units, which it does not send

  bool operator==(const PhaseTable&) const = default;
};

/// @return the pieces of a direct transfer of the whole message
///
/// Not collective.
inline std::vector<Piece> direct(int from, int to, Units length) { return {{from, to, 0, length}}; }

/// Reverses one rank's table: sends become receives and receives become sends, the last phase first. The
/// reversed tables of all ranks are the reverse of the schedule, which has no more node contention. A table
/// with copies has no reverse.
///
/// Not collective.
inline PhaseTable reverse(const PhaseTable& table) {
  // The last phase first: a piece that a relay forwards late in one direction comes early in the other.
  const auto turned = [&](const std::vector<Transfer>& transfers) {
    std::vector<Transfer> reversed;
    for (auto transfer = transfers.rbegin(); transfer != transfers.rend(); ++transfer) {
      reversed.push_back({table.phases - 1 - transfer->phase, transfer->partner, {}});
      for (const Piece& piece : transfer->pieces)
        reversed.back().pieces.push_back({piece.target, piece.origin, piece.offset, piece.length});
    }
    return reversed;
  };
  return {table.phases, turned(table.receives), turned(table.sends)};
}

}  // namespace partita
