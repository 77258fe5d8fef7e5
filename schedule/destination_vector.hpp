#pragma once
/// \file Destination vectors, and their counterpart, source vectors: the neutral border of the schedule room.

#include <compare>
#include <cstdint>
#include <vector>

namespace partita {

/// An amount of data in units: one unit is one index's value. The executor alone knows bytes per unit.
using Units = std::int64_t;

/// An entry of the communication matrix, as the row or the column it stands in sees it: how many units go to,
/// or come from, one rank.
struct MatrixEntry {
  int rank;
  Units length;

  auto operator<=>(const MatrixEntry&) const = default;
};

/// To whom a rank sends how much: its row of the communication matrix. Ascending by rank, every length > 0.
/// NICE, section 4.1 and figure 7.
using DestinationVector = std::vector<MatrixEntry>;

/// From whom a rank receives how much: its column. Ascending by rank, every length > 0.
using SourceVector = std::vector<MatrixEntry>;

}  // namespace partita
