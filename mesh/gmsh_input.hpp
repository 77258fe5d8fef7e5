#pragma once
/// \file The pieces of a Gmsh file, one after the other: lines in its ASCII form, lines and bytes in its
/// binary form.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <partita/mesh/gmsh_file.hpp>
#include <partita/mesh/lines.hpp>

namespace partita::mesh {

/// A slice of the file, and in it the piece that is read now. A record is a line, or that many bytes.
class GmshInput : public GmshFile {
 public:
  using GmshFile::GmshFile;
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
  virtual void become_binary(bool /*is_swapped*/) {}

  /// Of the last piece, or behind it in the binary form.
  virtual std::int64_t last_position() const = 0;
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
