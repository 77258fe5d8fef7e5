#pragma once
/// \file The record of a run: what marks have seen, for partita-diff.
///
/// A text file, whole or not at all: the lines come first to a file beside it, "FILE.partial", which a run
/// that crashes leaves. Columns are separated by tabs:
///
///     partita  record  1  RANKS ranks  BUILD  MPI
///     plan     EXCHANGE  WORDS
///     site     HASH    FRAME FRAME ...          where the program called, when that is seen first
///     mark     NUMBER  NAME  SITE  FIELD  FINGERPRINT  COUNT  NAN  NORM  SKETCH SKETCH SKETCH SKETCH
///     time     HASH    CALLS  SECONDS           of exchanges, on rank 0, from begin to end of finish
///     end      MARKS
///
/// NORM is the root of the sum of squares, and each SKETCH a sum of the values with signs that a hash of
/// their global numbers gives: the sketches of two runs differ about as much as their values (see
/// executor/marks/fingerprint.hpp).

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <mpi.h>

namespace partita::detail {

class AtFinalize;

class MarkFile {
 public:
  /// The file that PARTITA_RECORD names on rank 0. Collective.
  /// @throws CollectiveError if it cannot be written, or PARTITA_RECORD_AT is wrong
  explicit MarkFile(MPI_Comm comm);
  ~MarkFile();
  MarkFile(const MarkFile&) = delete;
  MarkFile& operator=(const MarkFile&) = delete;

  /// The number of the next mark, from 1. The same on all ranks, which mark alike.
  std::uint64_t next() { return ++marks_; }
  std::uint64_t latest() const { return marks_; }

  /// Whether PARTITA_RECORD_AT asks for the values of this mark.
  bool wants_values_of(std::uint64_t mark) const { return mark == values_of_; }

  /// Whether PARTITA_SKIP names this site, of one length with all others: its exchanges do nothing.
  bool skips(const std::string& site) const {
    return !site.empty() && skipped_.find(site) != std::string::npos;
  }

  /// On rank 0; nothing on others.
  void add(std::string_view line);

  /// Writes a site when it is new.
  void add_site(const std::string& site, const std::string& frames);
  void add_time(const std::string& site, double seconds);

  /// Ghosts have come to this memory, by an exchange in words. What brought the last; empty if none has.
  void brings(const void* memory, std::string by) { brought_[memory] = std::move(by); }
  std::string last_brought(const void* memory) const {
    const auto known = brought_.find(memory);
    return known == brought_.end() ? "" : known->second;
  }

  /// Of the values of a mark: "FILE.values".
  const std::filesystem::path& name() const { return name_; }

 private:
  void end();

  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  struct Time {
    std::uint64_t calls = 0;
    double seconds = 0;
  };
  std::filesystem::path name_;
  std::unique_ptr<std::FILE, Close> file_;  // of rank 0
  std::unique_ptr<AtFinalize> at_finalize_;
  std::map<std::string, Time> sites_;
  std::map<const void*, std::string> brought_;
  std::uint64_t marks_ = 0, values_of_ = 0;
  std::string skipped_;
};

}  // namespace partita::detail
