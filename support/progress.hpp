#pragma once
/// \file One live line on a terminal, which shows progress.

#include <cstdio>
#include <memory>
#include <string>

#include <partita/support/stopwatch.hpp>

namespace partita {

/// Rewrites one line, at most ten times a second, on the controlling terminal: MPI launchers put pipes in
/// place of stdout and stderr. Silent if there is no terminal (batch jobs and logs stay clean), if it stops
/// background output, or if switched off.
/// The destructor erases the line.
class Progress {
 public:
  explicit Progress(bool enabled);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// True if a new line would be shown now. Test it before composing one.
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
