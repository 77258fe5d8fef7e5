#pragma once
/// \file Two products side by side: what each takes, and by how much they differ.

#include <span>

#include <partita/inspector/access_pattern.hpp>

#include "iterate.hpp"

namespace partita::spmv {

struct Comparison {
  double milliseconds_partita = 0, milliseconds_petsc = 0;  ///< of one product: medians over the batches
  double ratio = 0;                                         ///< of these
  double difference = 0;  ///< largest difference of two values over the largest value
  int batches = 0;
};

/// Multiplies x (owned values) by one and the other in turn, for so many seconds, in batches of some
/// milliseconds, of which the slowest rank's time counts. At least 5 batches of each. Collective.
Comparison compare(const AccessPattern& pattern, const Multiply& partita, const Multiply& petsc,
                   std::span<const double> x, double seconds);

}  // namespace partita::spmv
