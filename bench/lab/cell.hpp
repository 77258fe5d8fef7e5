#pragma once
/// \file Cells: the replays that the lab predicts and simulates, one a row of a CSV file.
///
///     machine,ranks,matrix,bytes,seed,algorithm,protocol,window,improvements
///     cm5,32,uniform:4,4096,1,rs_n,ready_signal,,
///     build/my.toml,64,market:wing.mtx,8,1,colouring,windowed,2,
///     cm5,32,uniform:4,4096,1,ac,lock,,busy_measure

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <partita/executor/protocol.hpp>
#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/schedule_options.hpp>

#include "bench/lab/matrix_look.hpp"

namespace partita::lab {

/// One replay: of which messages, on which machine, in which order, by which protocol.
struct Cell {
  std::string machine;  ///< path of a TOML file, or the name of one in machines/: "cm5"
  int ranks;
  MatrixLook matrix;
  std::size_t bytes;   ///< a unit
  std::uint64_t seed;  ///< of everything that is random: the matrix, the algorithm, the protocol lock
  Algorithm algorithm;
  Protocol protocol;
  int window = 4;         ///< of the protocol `windowed`
  LockOptions lock = {};  ///< of the protocol `lock`: both improvements, busy_measure, early_go_ahead or none

  bool operator==(const Cell&) const = default;
};

/// The cells of a file, and its rows as they stand there.
struct CellTable {
  std::string header;
  std::vector<std::string> rows;
  std::vector<Cell> cells;  ///< by row
};

/// Columns are found by the names that the header gives them, in any order; those that are no part of a cell
/// belong to whoever wrote them. `window` and `improvements` may be left out, of the file or of a row. Throws
/// Error, `file:line: sentence`, for columns that are missing and for values that are none.
CellTable read_cells(const std::filesystem::path& file);

/// The machine of a cell, with room for its ranks. Throws Error as read_machine does.
Machine machine_of(const Cell& cell);

/// How the messages of a cell are scheduled on its machine: as `choose` would.
ScheduleOptions schedule_options(const Cell& cell, const Machine& machine);

}  // namespace partita::lab
