#include <partita/support/progress.hpp>

namespace partita {

namespace {
constexpr double seconds_between_lines = 0.1;
constexpr const char* wipe_line = "\r\033[K";
}  // namespace

Progress::Progress(bool enabled) : terminal_(enabled ? std::fopen("/dev/tty", "w") : nullptr) {}

Progress::~Progress() {
  if (shown_) std::fputs(wipe_line, terminal_.get());
}

bool Progress::due() const { return terminal_ && (!shown_ || since_shown_.seconds() >= seconds_between_lines); }

void Progress::show(const std::string& line) {
  if (!terminal_) return;
  std::fprintf(terminal_.get(), "%s%s", wipe_line, line.c_str());
  std::fflush(terminal_.get());
  shown_ = true;
  since_shown_.restart();
}

std::string duration(double seconds) {
  const auto total = static_cast<long>(seconds + 0.5);
  char digits[64];
  if (total >= 3600)
    std::snprintf(digits, sizeof digits, "%ld:%02ld:%02ld", total / 3600, total / 60 % 60, total % 60);
  else
    std::snprintf(digits, sizeof digits, "%ld:%02ld", total / 60, total % 60);
  return digits;
}

}  // namespace partita
