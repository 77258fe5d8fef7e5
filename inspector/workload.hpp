#pragma once
/// \file Workload: the cost of a loop under each Execution, before the loop is inspected.

#include <array>
#include <cstdint>
#include <string>

#include <partita/inspector/index_array.hpp>

namespace partita {

/// One number per rank, summarised.
struct Spread {
  std::int64_t most, least, total;
  int ranks;

  double mean() const { return static_cast<double>(total) / ranks; }
};

/// The cost of a loop under one Execution.
struct Workload {
  Execution execution;
  std::int64_t iterations;  ///< of the loop
  Spread executed;          ///< iterations per rank; with `both_sides` in total more than the loop has
  Spread ghosts;            ///< values a rank gathers from others, of all sets
  Spread messages;  ///< messages a rank receives in a gather, of all sets: owners and sets of its ghosts

  double imbalance() const;   ///< most executed over the mean: 1 is balanced
  double redundancy() const;  ///< executed in total over iterations: 1 is none twice
};

/// The workload under each of `executions`, in that order. Costs one inspection for each. Collective. @throws
/// CollectiveError as `inspect`.
std::array<Workload, executions.size()> workload(const Communicator& comm, const IndexedLoop& loop);

/// One line with units: "majority    12/10.5/9 iterations a rank, 1.000 of the loop's; 5/4.5/4 ghosts and
/// 2/1.5/1 messages a rank to gather, and to scatter-add (max/mean/min)".
std::string line(const Workload& workload);

}  // namespace partita
