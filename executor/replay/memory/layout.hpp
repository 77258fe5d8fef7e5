#pragma once
/// \file From a phase table to places in memory.

#include <cstddef>
#include <optional>
#include <span>

#include <partita/executor/replay/memory/replay_memory.hpp>
#include <partita/schedule/phase_table.hpp>

namespace partita::detail {

/// Where the units for one rank, or from one rank, lie in a buffer.
struct BufferPart {
  int rank;
  std::size_t first;  ///< in units from the start of the buffer
  std::size_t length;
  std::size_t buffer = 0;
};

/// What rank `me` does in memory to follow its phase table: its own units leave from the place of their
/// target and arrive at the place of their origin; those of others rest in the replay's relay memory in
/// between. Copies are second places of what they are copied from. Both lists ascend by rank. Nothing when
/// the table does not carry just what the lists hold, or sends on what it has not received in an earlier
/// phase.
std::optional<Layouts> lay_out(int me, const PhaseTable& table, std::span<const BufferPart> outgoing,
                               std::span<const BufferPart> incoming);

}  // namespace partita::detail
