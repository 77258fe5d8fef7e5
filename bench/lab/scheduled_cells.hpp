#pragma once
/// \file From cells to schedules.

#include <memory>
#include <optional>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/schedule.hpp>

#include "bench/lab/cell.hpp"

namespace partita::lab {

/// The schedule of a cell, its matrix and its machine.
struct ScheduledCell {
  Machine machine;
  CommunicationMatrix matrix;
  Schedule schedule;
};

/// Schedules cell after cell. A cell reuses the schedule of the one before if nothing that the schedule
/// depends on differs, so sort files by protocol last.
class ScheduledCells {
 public:
  /// Throws Error if the cell's matrix or schedule cannot be made.
  std::shared_ptr<const ScheduledCell> of(const Cell& cell);

 private:
  std::optional<Cell> last_;
  std::shared_ptr<const ScheduledCell> scheduled_;
};

}  // namespace partita::lab
