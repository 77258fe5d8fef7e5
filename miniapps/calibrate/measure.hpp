#pragma once
/// \file What this job finds out about its machine: its hosts, the times of micro-benchmarks, and the length
/// of fragments that suits its network.

#include <partita/support/communicator.hpp>

#include "fit.hpp"

namespace partita::calibrate {

/// Finds the layout of this job. Collective. Throws CollectiveError if hosts have different numbers of ranks,
/// or if ranks of different hosts alternate.
HostLayout layout_of(const Communicator& comm);

/// A benchmark and its seconds per repetition. Each round begins on all ranks at the same time, as
/// predictions do (see `predict`), and counts with its slowest rank; one warm-up round does not count. Rounds
/// take about `patience` seconds, 7 to 201 rounds. Phased protocols send messages in fragments of `fragment`
/// bytes (see Costs). Collective; the result is the same on all ranks.
Measurement measured(const Benchmark& benchmark, const Communicator& comm, double patience, double fragment);

/// Bytes of the longest fragments (Costs::fragment) by which exchanges in phases take at most 2 % more than
/// the least; 0 if that is not 5 % less than whole messages take, or all ranks are on one host. Which length
/// an MPI library sends at once depends on the network, and MPI has no call that says it: so it is measured.
/// Takes about `patience` seconds. Collective; the result is the same on all ranks.
double best_fragment(const HostLayout& layout, const Communicator& comm, double patience);

}  // namespace partita::calibrate
