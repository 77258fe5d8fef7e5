#pragma once
/// \file What was measured, strategy by strategy, and what is made of it.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "bench/netlab/contest.hpp"

namespace partita::netlab {

/// One strategy to replay the messages of one cell.
struct Row {
  std::string machine;  ///< file
  int ranks;
  std::string look;  ///< of the messages
  double mean_bytes;
  std::size_t bytes_per_unit;
  std::uint64_t seed;
  Strategy strategy;
  Times times;
  double predicted;  ///< seconds
  bool is_chosen;    ///< by `choose`
};

/// The columns of a cell as bench/lab reads them, then those of the measurement.
std::string csv_heading();
std::string csv_of(const Row& row);

/// For people: of each cell all at once, the best fixed strategy and the chosen one; then, over all cells,
/// how much longer the chosen strategy takes than the best: as measured, and with the best found in one half
/// of the rounds and compared in the other, for the least of many medians is less than what its strategy
/// takes.
std::string summary(const std::vector<Row>& rows);

}  // namespace partita::netlab
