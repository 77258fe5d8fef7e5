#pragma once
/// \file Ways that exchanges have learnt, kept in a file for the next run of a program: PARTITA_CACHE.
///
/// A line of text for each direction of an exchange: its key, direction, algorithm, protocol, window, and the
/// microseconds of a replay, below a first line that says what the file is:
///
///     Partita: learnt ways, version 1
///     8c1f09a2b7d35e64 gather balanced windowed 1 12300
///
/// A file is replaced as a whole, by a rename, so that a reader never sees half of one. If two programs write
/// at once, one of them may forget what the other has added. A file that has anything else in it is left as
/// it is and ignored, with a warning.

#include <optional>
#include <string>

#include <partita/executor/choice/choose.hpp>

namespace partita::detail {

class WayMemory {
 public:
  enum class Direction { gather, scatter };

  /// @param file  where; need not exist
  /// @param key   of the exchange: a word
  WayMemory(std::string file, std::string key) : file_(std::move(file)), key_(std::move(key)) {}

  /// The way that was learnt for this key, if any. Never throws: a file that cannot be read is named on
  /// stderr.
  std::optional<Strategy> recall(Direction direction) const;

  /// Writes it down. Never throws either.
  void remember(Direction direction, const Strategy& way, double seconds) const;

 private:
  std::string key(Direction direction) const;

  std::string file_, key_;
};

}  // namespace partita::detail
