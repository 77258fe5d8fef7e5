#pragma once
/// \file The time of a micro-benchmark on this job's machine.

#include <partita/support/communicator.hpp>

#include "fit.hpp"

namespace partita::calibrate {

/// A benchmark and its seconds per repetition. Each round begins on all ranks at the same time, as
/// predictions do (see `predict`), and counts with its slowest rank; one warm-up round does not count. Rounds
/// take about `patience` seconds, 7 to 201 rounds. Phased protocols send messages in fragments of `fragment`
/// bytes (see Costs). Collective; the result is the same on all ranks.
Measurement measured(const Benchmark& benchmark, const Communicator& comm, double patience, double fragment);

}  // namespace partita::calibrate
