#pragma once
/// \file Simulated replays: the executor itself, on SimGrid's MPI.

#include <functional>
#include <span>

#include "bench/lab/cell.hpp"

namespace partita::lab {

/// What a replay took, from a common start until the last rank had finished.
struct Simulated {
  double seconds;
  int phases;
};

/// Replays cells of one machine and one number of ranks, one after the other; calls done(k, simulated) after
/// each. Every replay is done twice, of which the first is to warm up: so DRS_N has learnt what its messages
/// take. Once a process. Throws Error for cells that cannot be, and when data did not arrive right.
void simulate_cells(std::span<const Cell> cells, const std::function<void(std::size_t, Simulated)>& done);

}  // namespace partita::lab
