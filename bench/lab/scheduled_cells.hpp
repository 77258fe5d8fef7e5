#pragma once
/// \file From cells to schedules.

#include <memory>
#include <optional>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/schedule.hpp>

#include "bench/lab/cell.hpp"

namespace partita::lab {

/// What is replayed in a cell, and where.
struct ScheduledCell {
  Machine machine;
  CommunicationMatrix matrix;
  Schedule schedule;
};

/// Schedules cell after cell. One that differs from the one before in nothing that the schedule depends on
/// costs nothing: sort a file by protocol last.
class ScheduledCells {
 public:
  /// Throws Error when its matrix or its schedule cannot be made.
  std::shared_ptr<const ScheduledCell> of(const Cell& cell);

 private:
  std::optional<Cell> last_;
  std::shared_ptr<const ScheduledCell> scheduled_;
};

}  // namespace partita::lab
