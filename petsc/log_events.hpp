#pragma once
/// \file Partita's work in PETSc's -log_view.

#include <petscsys.h>

namespace partita::petsc {

/// Inspector, schedule and replays as events of PETSc: PartitaInspect, PartitaSchedule, PartitaGathBegin,
/// PartitaGathEnd, PartitaScatBegin, PartitaScatEnd.
struct LogEvents {
  PetscLogEvent inspect, schedule, begin_gather, finish_gather, begin_scatter, finish_scatter;
};

/// The events of the running PETSc. Registers them if PETSc does not know them yet. Keeps nothing, because
/// events end with PetscFinalize. Not collective, but every rank must call it. Throws Failure.
LogEvents log_events();

/// Logs the time from construction to destruction under an event.
class LoggedTime {
 public:
  explicit LoggedTime([[maybe_unused]] PetscLogEvent event) : event_(event) {
    (void)PetscLogEventBegin(event_, nullptr, nullptr, nullptr, nullptr);
  }
  ~LoggedTime() { (void)PetscLogEventEnd(event_, nullptr, nullptr, nullptr, nullptr); }
  LoggedTime(const LoggedTime&) = delete;
  LoggedTime& operator=(const LoggedTime&) = delete;

 private:
  [[maybe_unused]] PetscLogEvent event_;
};

}  // namespace partita::petsc
