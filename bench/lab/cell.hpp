#pragma once
/// \file Cells: replays to predict or simulate, one per row of a CSV file.
///
///     machine,ranks,matrix,bytes,seed,algorithm,protocol,window,improvements,order
///     cm5,32,uniform:4,4096,1,rs_n,ready_signal,,,
///     build/my.toml,64,market:wing.mtx,8,1,colouring,windowed,2,,
///     cm5,32,uniform:4,4096,1,ac,lock,,busy_measure,
///     cm5,32,uniform:4,4096,1,ac,post_all,,,random
///     cm5,32,uniform:4,4096,1,two_stage,"lock,barrier",,,

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <partita/executor/plan/way.hpp>
#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/schedule_options.hpp>

#include "bench/lab/matrix_description.hpp"

namespace partita::lab {

/// One replay: its messages, machine, algorithm and protocol.
struct Cell {
  std::string machine;  ///< path of a TOML file, or the name of one in machines/: "cm5"
  int ranks;
  MatrixDescription matrix;
  std::size_t bytes;   ///< per unit
  std::uint64_t seed;  ///< of all random choices: the matrix, the algorithm, the protocol lock
  Algorithm algorithm;
  StageProtocols protocol;  ///< "lock,barrier": of the first stage, of the later ones
  int window = 4;           ///< of the protocol `windowed`
  LockOptions lock = {};    ///< of the protocol `lock`: "both" improvements of 1995, one of them
                            ///< ("busy_measure", "early_go_ahead"), or "none", as in 1993
  SendOrder order = ScheduleOptions{}.order;  ///< of ac

  bool operator==(const Cell&) const = default;
};

/// The cells of a file, and its unchanged rows.
struct CellTable {
  std::string header;
  std::vector<std::string> rows;
  std::vector<Cell> cells;  ///< by row
};

/// Reads the cells of a file. The header names the columns, in any order; further columns are ignored.
/// `window`, `improvements` and `order` are optional, in the file and in a row. Throws Error, `file:line:
/// sentence`, if a column is missing or a value is invalid.
CellTable read_cells(const std::filesystem::path& file);

/// The machine of a cell, large enough for its ranks. Throws Error as read_machine does.
Machine machine_of(const Cell& cell);

/// The schedule options of a cell on its machine, as `choose` would set them.
ScheduleOptions schedule_options(const Cell& cell, const Machine& machine);

}  // namespace partita::lab
