#include <partita/petsc/error_code.hpp>
#include <partita/petsc/log_events.hpp>

namespace partita::petsc {

namespace {

constexpr const char* first_of_all = "PartitaInspect";

PetscLogEvent known(const char* name) {
  PetscLogEvent event = -1;
  check(PetscLogEventGetId(name, &event));
  return event;
}

}  // namespace

LogEvents log_events() {
  const bool registered = known(first_of_all) >= 0;
  PetscClassId partita = 0;
  if (!registered) check(PetscClassIdRegister("Partita", &partita));
  const auto event = [&](const char* name) {
    if (registered) return known(name);
    PetscLogEvent made = -1;
    check(PetscLogEventRegister(name, partita, &made));
    return made;
  };
  return {event(first_of_all),     event("PartitaSchedule"),  event("PartitaGathBegin"),
          event("PartitaGathEnd"), event("PartitaScatBegin"), event("PartitaScatEnd")};
}

}  // namespace partita::petsc
