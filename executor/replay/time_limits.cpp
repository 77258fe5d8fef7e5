#include <cstdlib>

#include <partita/executor/replay/time_limits.hpp>
#include <partita/support/error.hpp>

namespace partita {

namespace {

// `what`: a replay does then.
double seconds_from_environment(const char* variable, const char* what) {
  const char* const given = std::getenv(variable);
  if (given == nullptr) return 0;
  char* end = nullptr;
  const double seconds = std::strtod(given, &end);
  if (end == given || *end != '\0' || !(seconds > 0))
    throw Error(
        text(variable, " is \"", given, "\"; give the seconds after which a replay ", what, ", more than 0"));
  return seconds;
}

}  // namespace

double monitor_seconds() {
  static const double seconds = seconds_from_environment("PARTITA_MONITOR", "says what it waits for");
  return seconds;
}

double deadline_seconds() {
  static const double seconds = seconds_from_environment("PARTITA_DEADLINE", "gives up");
  return seconds;
}

}  // namespace partita
