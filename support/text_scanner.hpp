#pragma once
/// \file Reads words and numbers from a text in memory and keeps their line numbers.

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include <partita/support/error.hpp>

namespace partita {

/// How an error begins: `grid.su2:12: ` if a position is a line, `grid.msh: byte 1200: ` if it is a byte.
std::string place(std::string_view path, bool binary, std::int64_t position);

/// A word as error messages show it: quoted, shortened, and readable even if it is binary data.
std::string quote(std::string_view word);

/// Where a part of a file's text lies in the file.
struct TextPart {
  std::int64_t first_line = 1;   ///< number of the part's first line
  std::size_t bytes_before = 0;  ///< of the file, in front of the part
  std::size_t bytes_behind = 0;  ///< of the file, behind the part
};

/// A copyable view of a file's text with a position. Blanks and line ends separate words; `line` gives a
/// scanner that ends with its line. Unexpected input throws `Error("path:line: expected A, found B")`.
/// `expected` is always the thing with its article: "a vertex".
class TextScanner {
 public:
  static constexpr std::int64_t any = std::numeric_limits<std::int64_t>::max();

  /// Both must outlive the scanner. Throws Error if the text is empty, and as begin_of_text.
  TextScanner(std::string_view text, std::string_view path);

  /// The same for a part of a file. A part that is not the file's end must end with a line; it may be empty.
  TextScanner(std::string_view text, std::string_view path, const TextPart& part);

  /// From here on the file is a mixture of text and bytes: positions are bytes, not lines.
  void become_binary() { binary_ = true; }
  bool is_binary() const { return binary_; }

  std::int64_t position() const { return binary_ ? byte(next_) : line_; }
  std::size_t bytes_left() const { return text_.size() - next_ + bytes_behind_; }  ///< to the end of the file

  /// True if only blanks are left.
  bool at_end();

  std::string_view word(std::string_view expected);
  std::int64_t integer(std::string_view expected, std::int64_t least = 0, std::int64_t most = any);
  double number(std::string_view expected);  ///< finite
  void keyword(std::string_view exactly);    ///< the next word must be this one

  /// The number of the records that follow, as `require` takes it.
  std::int64_t count(std::string_view records, std::size_t least_bytes_each);

  void end_of_line();  ///< the scanner must be at its end

  /// The next `count` bytes as they are.
  std::string_view bytes(std::size_t count, std::string_view expected);

  /// The text before the next `mark`, without blanks around it; the scanner then is behind the mark. Without
  /// a mark it returns nothing and the scanner stays.
  std::optional<std::string_view> until(std::string_view mark);

  /// The rest of this line; this scanner moves to the next line.
  TextScanner line();
  void take_line(TextScanner& line);  ///< the same, into a scanner that is there

  /// Passes over bytes with this number of line ends.
  void pass_over(std::size_t bytes, std::int64_t lines) {
    next_ += bytes;
    line_ += lines;
  }

  /// Makes the scanner end before the next `mark`, if there is one.
  void end_before(char mark);

  /// The position of record number `done` of `total`; throws if the file ends before it.
  std::int64_t record(std::string_view records, std::int64_t done, std::int64_t total);

  /// Throws if the rest of the file is too short for `count` records, so that a wrong header cannot cause a
  /// huge allocation.
  void require(std::int64_t count, std::string_view records, std::size_t least_bytes_each) const;

  template <class... Parts>
  [[noreturn]] void fail(const Parts&... parts) const {
    throw Error(place(path_, binary_, binary_ ? byte(item_) : line_), parts...);
  }

  /// Fails with "expected A, found B"; without B it names the next word, or the end of the line or file.
  [[noreturn]] void fail_expected(std::string_view expected, std::string_view found) const;
  [[noreturn]] void fail_expected(std::string_view expected);
  [[noreturn]] void fail_range(std::string_view expected, std::int64_t least, std::int64_t most,
                               std::string_view found) const;

 private:
  void skip_blanks();
  std::string_view item() const { return text_.substr(item_, next_ - item_); }
  std::int64_t byte(std::size_t place) const { return static_cast<std::int64_t>(bytes_before_ + place); }

  // Reads the next word as a number and moves behind it. Null if it is none; the scanner then stays.
  template <class T>
  std::optional<T> parse_word();
  std::optional<std::int64_t> parse_digits();

  std::string_view text_;
  std::string_view path_;
  std::size_t next_ = 0;
  std::size_t end_;
  std::size_t bytes_before_ = 0;
  std::size_t bytes_behind_ = 0;
  std::size_t item_ = 0;  // start of the last word or group of bytes
  std::int64_t line_ = 1;
  bool binary_ = false;
};

}  // namespace partita
