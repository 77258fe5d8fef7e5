#pragma once
/// \file The time of a micro-benchmark on the machine that this job runs on.

#include <partita/support/communicator.hpp>

#include "benchmark.hpp"

namespace partita::calibrate {

/// Seconds, of one repetition: the median over rounds, each of which begins with a barrier and takes as long
/// as its slowest rank; after one that does not count. As many rounds as take about `patience` seconds, 7 to
/// 201. Collective; the same on all ranks.
double measured(const Benchmark& benchmark, const Communicator& comm, double patience);

}  // namespace partita::calibrate
