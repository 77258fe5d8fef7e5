#include <termios.h>

#include <partita/support/progress.hpp>

namespace partita {

namespace {
constexpr double seconds_between_lines = 0.1;
constexpr const char* wipe_line = "\r\033[K";
}  // namespace

Progress::Progress(bool enabled) : terminal_(enabled ? std::fopen("/dev/tty", "w") : nullptr) {
  // MPI launchers run ranks in the background: a terminal set to stop background output would stop the rank.
  termios settings{};
  if (terminal_ && tcgetattr(fileno(terminal_.get()), &settings) == 0 && (settings.c_lflag & TOSTOP) != 0)
    terminal_.reset();
}

Progress::~Progress() {
  if (shown_) std::fputs(wipe_line, terminal_.get());
}

bool Progress::due() const {
  return terminal_ && (!shown_ || since_shown_.seconds() >= seconds_between_lines);
}

void Progress::show(const std::string& line) {
  if (!terminal_) return;
  std::fprintf(terminal_.get(), "%s%s", wipe_line, line.c_str());
  std::fflush(terminal_.get());
  shown_ = true;
  since_shown_.restart();
}

}  // namespace partita
