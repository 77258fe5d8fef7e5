#pragma once
/// \file The lines of a slice of a text file that say something: one after the other, or many at once.

#include <cstdint>
#include <iterator>
#include <string_view>
#include <vector>

#include <partita/support/text_scanner.hpp>

namespace partita::mesh {

/// Which lines are passed over.
enum class LineRule {
  blank,             ///< blank lines
  blank_or_comment,  ///< and those with a comment only; % begins a comment
  comment            ///< those that begin with %; a blank line counts
};

/// Where a slice begins in its file.
struct SliceBegin {
  std::int64_t line = 1;
  std::size_t byte = 0;
};

/// A slice is whole lines. A *record* is a line that the rule does not pass over.
class Lines {
 public:
  /// Finds the slice's records: one pass over its bytes. The slice and the path must outlive the object.
  /// @param part  the slice's place in the file, but for the number of its first line
  Lines(std::string_view slice, const TextPart& part, std::string_view path, LineRule rule);

  /// Goes to the slice's begin, the line of which is now known.
  void begin(const SliceBegin& begin);

  /// Where the next slice begins.
  SliceBegin end() const;

  std::int64_t left() const { return std::ssize(places_) - 1 - done_; }

  /// False at the end of the slice. Else `line` is the next record, without a comment behind it.
  bool next(TextScanner& line);

  /// Calls read(line) for each of that many records; the slice has them.
  template <class Read>
  void each(std::int64_t records, Read read) {
    TextScanner line = rest_;
    for (std::int64_t k = 0; k < records; ++k) {
      next(line);
      read(line);
    }
  }

  /// Passes over that many records, or all that are left. Returns their number.
  std::int64_t pass_over(std::int64_t most);

  /// Passes over the records in front of the next line that contains `mark`, or all.
  void pass_over_before(std::string_view mark);

  /// At the end of the slice, a scanner at that end.
  const TextScanner& rest() const { return rest_; }

 private:
  // The begin of a line, and the number of lines in front of it.
  struct Place {
    std::size_t bytes;
    std::int64_t lines;
  };

  bool is_record(std::string_view line) const;
  void go_to(std::int64_t record);
  std::size_t bytes_done() const { return slice_.size() + part_.bytes_behind - rest_.bytes_left(); }

  std::string_view slice_;
  LineRule rule_;
  std::vector<Place> places_;  // of the records, and of the slice's end
  std::int64_t done_ = 0;      // records
  TextPart part_;
  TextScanner rest_;
};

}  // namespace partita::mesh
