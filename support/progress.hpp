#pragma once
/// \file One live line on a terminal, for people who wait.

#include <cstdio>
#include <memory>
#include <string>

#include <partita/support/stopwatch.hpp>

namespace partita {

/// Rewrites one line, at most ten times a second, on the terminal that the program was started from; MPI
/// launchers put pipes in place of stdout and stderr, so it is the controlling terminal that is asked for.
/// Silent where there is none (batch jobs, logs stay clean), where it stops background output, or when
/// switched off; the line is wiped when this object ends.
class Progress {
 public:
  explicit Progress(bool enabled);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// True when a new line would be shown now: ask before composing it.
  bool due() const;
  void show(const std::string& line);

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  std::unique_ptr<std::FILE, Close> terminal_;
  bool shown_ = false;
  Stopwatch since_shown_;
};

}  // namespace partita
