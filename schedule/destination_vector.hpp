#pragma once
/// \file Destination vectors, and their counterpart, source vectors: the neutral border of the schedule room.

#include <compare>
#include <cstdint>
#include <vector>

namespace partita {

/// An amount of data in units: one unit is one index's value. Only the executor knows bytes per unit.
using Units = std::int64_t;

/// An entry of a row or a column of the communication matrix: the units that go to one rank, or come from it.
struct MatrixEntry {
  int rank;
  Units length;

  auto operator<=>(const MatrixEntry&) const = default;
};

/// The messages that a rank sends: its row of the communication matrix. Ascending by rank, every length > 0.
/// Source: NICE, section 4.1 and figure 7.
using DestinationVector = std::vector<MatrixEntry>;

/// The messages that a rank receives: its column. Ascending by rank, every length > 0.
using SourceVector = std::vector<MatrixEntry>;

/// @return the units of all messages together
inline Units total_length(const std::vector<MatrixEntry>& messages) {
  Units all = 0;
  for (const MatrixEntry& message : messages) all += message.length;
  return all;
}

}  // namespace partita
