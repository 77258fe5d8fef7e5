#pragma once
/// \file Two products side by side: their times and their difference.

#include <span>

#include <partita/inspector/access_pattern.hpp>

#include "iterate.hpp"

namespace partita::spmv {

struct Comparison {
  double milliseconds_partita = 0, milliseconds_petsc = 0;  ///< of one product: medians over the batches
  double ratio = 0;                                         ///< of these times
  double difference = 0;  ///< largest difference of two values over the largest value; of values
                          ///< that are not finite, not finite
  int batches = 0;
};

/// Multiplies x (owned values) with both in turn, for `seconds` seconds, in batches of some milliseconds, at
/// least 5 batches each. The slowest rank's time counts. Collective.
Comparison compare(const AccessPattern& pattern, const Multiply& partita, const Multiply& petsc,
                   std::span<const double> x, double seconds);

}  // namespace partita::spmv
