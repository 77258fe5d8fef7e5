#pragma once
/// \file One live line on a terminal, which shows progress.

#include <cmath>
#include <cstdio>
#include <memory>
#include <string>

#include <termios.h>

#include <partita/support/stopwatch.hpp>

#include "miniapps/formatted.hpp"

namespace partita {

/// "2:05" or "1:02:05".
inline std::string duration(double seconds) {
  const long total = std::lround(seconds);
  if (total < 3600) return formatted("%ld:%02ld", total / 60, total % 60);
  return formatted("%ld:%02ld:%02ld", total / 3600, total / 60 % 60, total % 60);
}

/// Rewrites one line, at most ten times a second, on the controlling terminal: MPI launchers put pipes in
/// place of stdout and stderr. Silent if there is no terminal (batch jobs and logs stay clean), if it stops
/// background output, or if switched off.
/// The destructor erases the line.
class Progress {
 public:
  explicit Progress(bool enabled) : terminal_(enabled ? std::fopen("/dev/tty", "w") : nullptr) {
    // MPI launchers run ranks in the background: a terminal set to stop background output would stop the
    // rank.
    termios settings{};
    if (terminal_ && tcgetattr(fileno(terminal_.get()), &settings) == 0 && (settings.c_lflag & TOSTOP) != 0)
      terminal_.reset();
  }
  ~Progress() {
    if (shown_) std::fputs(wipe_line, terminal_.get());
  }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// True if a new line would be shown now. Test it before composing one.
  bool due() const { return terminal_ && (!shown_ || since_shown_.seconds() >= seconds_between_lines); }

  void show(const std::string& line) {
    if (!terminal_) return;
    std::fprintf(terminal_.get(), "%s%s", wipe_line, line.c_str());
    std::fflush(terminal_.get());
    shown_ = true;
    since_shown_.restart();
  }

 private:
  static constexpr double seconds_between_lines = 0.1;
  static constexpr const char* wipe_line = "\r\033[K";

  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  std::unique_ptr<std::FILE, Close> terminal_;
  bool shown_ = false;
  Stopwatch since_shown_;
};

}  // namespace partita
