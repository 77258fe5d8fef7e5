#pragma once
/// \file From the times of micro-benchmarks to the machine that has them.

#include <vector>

#include <partita/schedule/machine.hpp>

#include "benchmark.hpp"

namespace partita::calibrate {

/// A benchmark, and what it took.
struct Measurement {
  Benchmark benchmark;
  double seconds;
};

/// A full crossbar with the costs that make `predict` reproduce the measurements best: least squares of the
/// logarithms of predicted over measured, so that short messages count as much as long ones, and outliers (a
/// retransmission, say) count less. First the costs between hosts and of the processors, then, with these as
/// they are, those within hosts; of one host alone the costs between hosts are a guess: see `guess`. Costs
/// are rounded to three digits, and those too small to matter to nothing. Duplex is full or half, whichever
/// fits better.
Machine fit(const std::vector<Measurement>& measurements, const Layout& layout);

/// Ethernet of 10 Gbit/s with TCP, in round numbers.
Costs guess();

}  // namespace partita::calibrate
