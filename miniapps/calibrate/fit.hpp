#pragma once
/// \file Fits a machine to the times of micro-benchmarks.

#include <vector>

#include <partita/schedule/machine.hpp>

#include "benchmark.hpp"

namespace partita::calibrate {

/// A benchmark and its time.
struct Measurement {
  Benchmark benchmark;
  double seconds;  ///< median
  double late;     ///< one round in ten, and at least two, take as long or longer
};

/// Whether a round in ten is so late that messages were lost: by half of the expected seconds, and by 100 ms.
/// (TCP waits for 200 ms to 1 s before it sends the end of a message again: RFC 6298.)
bool is_late(const Measurement& measurement, double expected);

/// Finds the full crossbar whose costs make `predict` reproduce the measurements best. The measure is least
/// squares of the logarithms of predicted over measured times: short messages count as much as long ones,
/// outliers (a retransmission, for example) count less. The costs between hosts and of processors are fitted
/// first, then those within hosts. With one host alone the costs between hosts are a guess: see `guess`.
/// Costs are rounded to three digits; negligible ones become zero. Duplex is full or half, whichever fits
/// better.
///
/// Benchmarks that lost messages do not count in the fit. They determine the queue, the window and the loss
/// (Costs): those by which most benchmarks lose messages if and only if they did.
///
/// @param fragment  bytes of the fragments by which they were measured (Costs::fragment)
Machine fit(const std::vector<Measurement>& measurements, const HostLayout& layout, double fragment = 0);

/// Ethernet of 10 Gbit/s with TCP, in round numbers.
Costs guess();

}  // namespace partita::calibrate
