#include "bench/lab/scheduled_cells.hpp"

#include <utility>

namespace partita::lab {

namespace {

bool have_one_schedule(const Cell& a, Cell b) {
  if (a.algorithm != Algorithm::balanced) {  // balanced splits by the start-up cost
    b.bytes = a.bytes;
    b.protocol = a.protocol;
    b.window = a.window;
    b.lock = a.lock;
  }
  return a == b;
}

}  // namespace

std::shared_ptr<const ScheduledCell> ScheduledCells::of(const Cell& cell) {
  if (last_ && have_one_schedule(*last_, cell)) return scheduled_;
  Machine machine = machine_of(cell);
  CommunicationMatrix matrix = make_matrix(cell.matrix, cell.ranks, cell.seed);
  Schedule schedule = make_schedule(matrix, schedule_options(cell, machine));
  scheduled_ = std::make_shared<ScheduledCell>(
      ScheduledCell{std::move(machine), std::move(matrix), std::move(schedule)});
  last_ = cell;
  return scheduled_;
}

}  // namespace partita::lab
