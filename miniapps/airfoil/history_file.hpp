#pragma once
/// \file The history of a run as a table for spreadsheets and scripts/plot: step, residual, lift, drag.
///
/// Rank 0 writes each line when its step is done, by one call of the system. So a run that is killed leaves
/// the lines of its steps, all of them complete, and others may read them meanwhile. A run that goes on from
/// a checkpoint keeps the lines up to there.

#include <exception>
#include <filesystem>
#include <optional>

#include <partita/support/communicator.hpp>
#include <partita/support/output_file.hpp>

#include "equations.hpp"

namespace partita::airfoil {

class HistoryFile {
 public:
  /// Collective.
  /// @param path   empty: no file
  /// @param steps  that were taken before; 0: a file of before is replaced
  /// @throws CollectiveError if the file cannot be written, or if steps were taken and it is no history
  HistoryFile(const Communicator& comm, const std::filesystem::path& path, long steps);

  /// Adds a line. Not collective. If it cannot be written, `finish` throws.
  void add(long step, double residual, const Forces& forces);

  /// Waits until the lines are on the disk. Collective.
  /// @throws CollectiveError if a line could not be written
  void finish();

 private:
  Communicator comm_;
  std::optional<OutputFile> file_;  // on rank 0
  std::exception_ptr failure_;
};

}  // namespace partita::airfoil
