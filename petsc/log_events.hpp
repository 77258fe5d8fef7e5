#pragma once
/// \file What Partita does, as PETSc's -log_view shows it.

#include <petscsys.h>

namespace partita::petsc {

/// Inspector, schedule and replays as events of PETSc: PartitaInspect, PartitaSchedule, PartitaGathBegin,
/// PartitaGathEnd, PartitaScatBegin, PartitaScatEnd.
struct LogEvents {
  PetscLogEvent inspect, schedule, begin_gather, finish_gather, begin_scatter, finish_scatter;
};

/// The events of the PETSc that runs. Registers them if it does not know them yet, so nothing is kept here
/// that would outlive a PetscFinalize. Every rank calls, with others or alone. Throws Failure.
LogEvents log_events();

/// Time spent from construction to destruction, under an event.
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
