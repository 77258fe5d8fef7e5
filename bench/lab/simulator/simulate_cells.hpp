#pragma once
/// \file Simulated replays: the executor itself, on SimGrid's MPI.

#include <functional>
#include <span>

#include "bench/lab/cell.hpp"

namespace partita::lab {

/// Time of a replay, from a common start until the last rank has finished.
struct Simulated {
  double seconds;
  int phases;
};

/// Replays cells of one machine and one number of ranks, one after the other; calls done(k, simulated) after
/// each. Every replay runs twice, and the second counts, because DRS_N learns the times of its messages in
/// the first. Call it once per process. Throws Error for impossible cells, and if data arrive wrong.
void simulate_cells(std::span<const Cell> cells, const std::function<void(std::size_t, Simulated)>& done);

}  // namespace partita::lab
