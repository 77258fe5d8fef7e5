#pragma once
/// \file From a phase table to places in memory.

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <partita/executor/replay.hpp>
#include <partita/schedule/phase_table.hpp>

namespace partita {

/// Where the units for one rank, or from one rank, lie.
struct Place {
  int rank;
  std::size_t first;  ///< in units from the start of the buffer
  std::size_t length;
  std::size_t buffer = 0;
};

/// The slots of direct messages: each is one piece, a run of what lies at the place of its partner. `places`
/// ascend by rank. Nothing unless every message is of that kind and all together are as long as the places.
std::optional<std::vector<Slot>> slots(const std::vector<Transfer>& transfers, std::span<const Place> places);

}  // namespace partita
