#pragma once
/// \file The pieces of a Gmsh file, one after the other: lines in its ASCII form, lines and bytes in its
/// binary form. Their numbers are words in lines, raw values of either byte order in bytes.

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include <partita/mesh/lines.hpp>
#include <partita/support/text_scanner.hpp>

namespace partita::mesh {

/// A slice of the file, and in it the piece that is read now. A record is a line, or that many bytes.
class GmshInput : public TextScanner {
 public:
  using TextScanner::TextScanner;
  explicit GmshInput(const TextScanner& piece) : TextScanner(piece) {}
  virtual ~GmshInput() = default;

  /// Goes to the next line that is not blank. False at the end of the slice.
  virtual bool next_line() = 0;

  /// Goes to the first `bytes` bytes of a record, or to its line. False at the end of the slice.
  virtual bool next_record(std::size_t bytes) = 0;

  /// Goes to the next bytes of the record; a line has them.
  virtual void more(std::size_t bytes) = 0;

  /// Nothing may be left of the record.
  virtual void end_of_record() = 0;

  /// How many of the next `most` records begin in the slice.
  virtual std::int64_t records_here(std::int64_t most, std::size_t bytes) = 0;
  virtual void pass_over(std::int64_t records, std::size_t bytes) = 0;

  /// Goes behind the next `mark`. False if the slice has none; it is then passed.
  virtual bool pass_mark(std::string_view mark) = 0;

  /// From here on there are lines and bytes, if this input has them.
  /// @param is_swapped  the file's byte order is not this machine's
  virtual void become_binary(bool /*is_swapped*/) {}

  /// Of the last piece, or behind it in the binary form.
  virtual std::int64_t last_position() const = 0;

  static constexpr std::int64_t most_tag = std::numeric_limits<std::int32_t>::max();

  /// An `int`. Tags are at least -most_tag, so that the sign can be dropped.
  int tag(std::string_view expected, std::int64_t least = -most_tag, std::int64_t most = most_tag) {
    return static_cast<int>(in_range<std::int32_t>(expected, least, most));
  }

  /// A `size_t`, as in format 4.1.
  std::int64_t size(std::string_view expected, std::int64_t most = any) {
    return in_range<std::int64_t>(expected, 0, most);
  }

  double coordinate() {
    if (!is_binary()) return number("a coordinate");
    const double x = raw<double>("a coordinate");
    if (!std::isfinite(x)) fail_expected("a coordinate (a finite number)", text(x));
    return x;
  }

  /// Skips `double`s.
  void pass_numbers(int count) {
    for (int k = 0; k < count; ++k)
      if (is_binary())
        bytes(sizeof(double), "a number");
      else
        word("a number");
  }

 protected:
  bool swapped_ = false;

 private:
  template <class T>
  T raw(std::string_view expected) {
    std::array<char, sizeof(T)> data;
    std::copy_n(bytes(sizeof(T), expected).begin(), sizeof(T), data.begin());
    if (swapped_) std::ranges::reverse(data);
    return std::bit_cast<T>(data);
  }

  template <class T>
  std::int64_t in_range(std::string_view expected, std::int64_t least, std::int64_t most) {
    if (!is_binary()) return integer(expected, least, most);
    const std::int64_t value = raw<T>(expected);
    if (value < least || value > most) fail_range(expected, least, most, std::to_string(value));
    return value;
  }
};

/// The ASCII form.
class GmshLines final : public GmshInput {
 public:
  explicit GmshLines(Lines& lines) : GmshInput(lines.rest()), lines_(lines) {}

  bool next_line() override { return lines_.next(*this); }
  bool next_record(std::size_t /*bytes*/) override { return lines_.next(*this); }
  void more(std::size_t /*bytes*/) override {}
  void end_of_record() override { end_of_line(); }
  std::int64_t records_here(std::int64_t most, std::size_t /*bytes*/) override {
    return std::min(most, lines_.left());
  }
  void pass_over(std::int64_t records, std::size_t /*bytes*/) override { lines_.pass_over(records); }
  bool pass_mark(std::string_view mark) override {
    lines_.pass_over_before(mark);
    if (!next_line()) return false;
    until(mark);
    end_of_line();
    return true;
  }
  std::int64_t last_position() const override { return lines_.rest().position() - 1; }

 private:
  Lines& lines_;
};

}  // namespace partita::mesh
