#pragma once
/// \file Destination and source vectors: the neutral border of the schedule room.

#include <compare>
#include <cstdint>
#include <vector>

namespace partita {

/// An amount of data in units: one unit is one index's value. The executor alone knows bytes per unit.
using Units = std::int64_t;

/// How many units go to, or come from, one rank.
struct Traffic {
  int rank;
  Units length;

  auto operator<=>(const Traffic&) const = default;
};

/// A rank's destination vector (to whom how much) or source vector (from whom how much): ascending by rank,
/// every length > 0. Row and column of the communication matrix. NICE, section 4.1 and figure 7.
using TrafficVector = std::vector<Traffic>;

}  // namespace partita
