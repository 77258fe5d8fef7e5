#include <cstdio>

#include <unistd.h>

#include <partita/support/progress.hpp>

namespace partita {

namespace {
constexpr double seconds_between_lines = 0.1;
constexpr const char* wipe_line = "\r\033[K";

// MPI launchers hand stderr through a pipe or a pseudo-terminal; what counts is that the person sees a
// terminal.
bool on_terminal() { return isatty(STDERR_FILENO) != 0; }
}  // namespace

Progress::Progress(bool enabled) : enabled_(enabled && on_terminal()) {}

Progress::~Progress() {
  if (shown_) std::fputs(wipe_line, stderr);
}

bool Progress::due() const {
  return enabled_ && (!shown_ || since_shown_.seconds() >= seconds_between_lines);
}

void Progress::show(const std::string& line) {
  if (!enabled_) return;
  std::fprintf(stderr, "%s%s", wipe_line, line.c_str());
  std::fflush(stderr);
  shown_ = true;
  since_shown_.restart();
}

std::string duration(double seconds) {
  const auto total = static_cast<long>(seconds + 0.5);
  char digits[32];
  if (total >= 3600)
    std::snprintf(digits, sizeof digits, "%ld:%02ld:%02ld", total / 3600, total / 60 % 60, total % 60);
  else
    std::snprintf(digits, sizeof digits, "%ld:%02ld", total / 60, total % 60);
  return digits;
}

}  // namespace partita
