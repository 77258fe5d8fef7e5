#include <partita/petsc/error_code.hpp>
#include <partita/petsc/log_events.hpp>

namespace partita::petsc {

LogEvents log_events() {
  PetscClassId partita = 0;
  const auto event = [&](const char* name) {
    PetscLogEvent number = -1;
    check(PetscLogEventGetId(name, &number));
    if (number >= 0) return number;
    if (partita == 0) check(PetscClassIdRegister("Partita", &partita));
    check(PetscLogEventRegister(name, partita, &number));
    return number;
  };
  return {event("PartitaInspect"), event("PartitaSchedule"),  event("PartitaGathBegin"),
          event("PartitaGathEnd"), event("PartitaScatBegin"), event("PartitaScatEnd")};
}

}  // namespace partita::petsc
