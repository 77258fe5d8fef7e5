#pragma once
/// \file Measurements by strategy, and their summary.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "bench/netlab/contest.hpp"
#include "bench/netlab/race.hpp"

namespace partita::netlab {

/// One strategy of replaying the messages of one cell.
struct Row {
  std::string machine;  ///< file
  int ranks;
  std::string description;  ///< of the messages
  double mean_bytes;
  std::size_t bytes_per_unit;
  std::uint64_t seed;
  Strategy strategy;
  Times times;
  double predicted;        ///< seconds
  bool is_chosen;          ///< by `choose`
  std::string order = {};  ///< if not by the strategy's algorithm
};

/// The columns of a cell as bench/lab reads them, then those of the measurement.
std::string csv_heading();
std::string csv_of(const Row& row);

/// A readable summary. Per cell: all at once, the best fixed strategy and the chosen one. Over all cells: the
/// time of the chosen strategy over the best, first as measured. In the second form one half of the rounds
/// selects the best and the other half times it. This corrects a bias: the least of many medians is below the
/// true time of its strategy.
std::string summary(const std::vector<Row>& rows);

/// A whole run by one plan.
struct RunRow {
  std::string network;
  int ranks;
  std::string description;  ///< of the messages
  double mean_bytes;
  bool is_choice;  ///< it may race
  int replays;     ///< of a whole run
  RunTime time;
};

/// Columns for `summarize`.
std::string csv_heading_of_runs();
std::string csv_of(const RunRow& row);

}  // namespace partita::netlab
