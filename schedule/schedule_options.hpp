#pragma once
/// \file What to schedule with.

#include <cstdint>
#include <limits>

#include <partita/schedule/algorithms.hpp>
#include <partita/schedule/machine.hpp>

namespace partita {

/// When `balanced` stops splitting messages. A phase costs its longest transfer and `start_up` units more; at
/// most `most_phases` are made, but never fewer than the largest number of messages of a rank.
struct Splitting {
  double start_up = 0;
  int most_phases = std::numeric_limits<int>::max();
};

/// How the messages within each of the two stages of `two_stage` are ordered: any direct algorithms.
struct Stages {
  Algorithm first = Algorithm::lp;
  Algorithm second = Algorithm::lp;
};

/// Which algorithm, and what it needs to know besides the messages. Every rank gives the same.
struct ScheduleOptions {
  Algorithm algorithm = Algorithm::rs_n;
  std::uint64_t seed = 1;       ///< of randomised algorithms
  Machine machine = {};         ///< its links: rs_nl, rs_nlh, link_colouring; its hosts: node_aware
  Splitting splitting = {};     ///< of balanced
  Stages stages = {};           ///< of two_stage
  int standard_dimensions = 1;  ///< of multiphase: by standard exchange over so many, direct over the rest
};

/// False when the order of messages within a phase is left open: its phases are no partial permutations. AC,
/// naive, and two_stage as a whole when either of its stages is ordered by one of them.
bool is_ordered(const ScheduleOptions& options);

/// Over everything that the schedule depends on.
std::uint64_t fingerprint(const ScheduleOptions& options);

}  // namespace partita
