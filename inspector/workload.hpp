#pragma once
/// \file What each choice of who computes an iteration costs, before a loop is inspected.

#include <array>
#include <cstdint>
#include <string>

#include <partita/inspector/index_array.hpp>

namespace partita {

/// A number of every rank.
struct Spread {
  std::int64_t most, least, total;
  int ranks;

  double mean() const { return static_cast<double>(total) / ranks; }
};

/// What a loop costs if `execution` says who computes its iterations.
struct Workload {
  Execution execution;
  std::int64_t iterations;  ///< of the loop
  Spread executed;          ///< iterations a rank executes; in total more than the loop has on both sides
  Spread ghosts;            ///< values a rank gathers from others, of all sets
  Spread messages;  ///< messages a rank receives in a gather, of all sets: owners and sets of its ghosts
  bool scatters;    ///< whether a scatter-add must follow, of as much

  double imbalance() const;   ///< most executed over the mean: 1 is balanced
  double redundancy() const;  ///< executed in total over iterations: 1 is none twice
};

/// The work of each of `executions`, in that order, whatever the loop's own. Looks every reference up once
/// and moves only counts and ghosts. Collective. Throws CollectiveError as `inspect` does.
std::array<Workload, executions.size()> workload(const Communicator& comm, const IndexedLoop& loop);

/// One line with units: "majority    12/10.5/9 iterations a rank, 1.000 of the loop's; 5/4.5/4 ghosts and
/// 2/1.5/1 messages a rank to gather, and to scatter-add (max/mean/min)".
std::string line(const Workload& workload);

}  // namespace partita
