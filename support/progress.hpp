#pragma once
/// \file One live line on a terminal, for people who wait.

#include <string>

#include <partita/support/stopwatch.hpp>

namespace partita {

/// Rewrites one line of stderr, at most ten times a second. Silent when stderr is no terminal (logs stay
/// clean) or when switched off; the line is wiped when this object ends.
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
  bool enabled_;
  bool shown_ = false;
  Stopwatch since_shown_;
};

/// "2:05" or "1:02:05".
std::string duration(double seconds);

}  // namespace partita
