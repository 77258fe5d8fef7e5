#pragma once
/// \file The pieces of a Gmsh file, one after the other: lines in its ASCII form, lines and bytes in its
/// binary form.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <partita/mesh/gmsh_file.hpp>
#include <partita/mesh/gmsh_state.hpp>
#include <partita/mesh/lines.hpp>

namespace partita::mesh {

/// A slice of the file. A record is a line, or that many bytes.
class GmshInput {
 public:
  virtual ~GmshInput() = default;

  /// The next line that is not blank. False at the end of the slice.
  virtual bool line(GmshFile& piece) = 0;

  /// The first `bytes` bytes of a record, or its line. False at the end of the slice.
  virtual bool record(GmshFile& piece, std::size_t bytes) = 0;

  /// The next bytes of the record; a line has them.
  virtual void more(GmshFile& piece, std::size_t bytes) = 0;

  /// Nothing may be left of the record.
  virtual void end_of_record(GmshFile& piece) = 0;

  /// How many of the next `most` records can be read or passed over before a cut, or in the slice.
  virtual std::int64_t records_here(std::int64_t most, std::size_t bytes) = 0;
  virtual void pass_over(std::int64_t records, std::size_t bytes) = 0;
  /// Before each of these.
  virtual void begin_records(const GmshState& /*state*/) {}

  /// Goes behind the next `mark`. False if the slice has none; it is then passed.
  virtual bool pass_mark(std::string_view mark) = 0;

  /// From here on there are lines and bytes.
  virtual void become_binary() {}
  virtual bool is_binary() const { return false; }

  /// Of the last line read.
  virtual std::int64_t position() const = 0;
};

/// The ASCII form.
class GmshLines final : public GmshInput {
 public:
  explicit GmshLines(Lines& lines) : lines_(lines) {}

  bool line(GmshFile& piece) override { return lines_.next(piece); }
  bool record(GmshFile& piece, std::size_t /*bytes*/) override { return lines_.next(piece); }
  void more(GmshFile& /*piece*/, std::size_t /*bytes*/) override {}
  void end_of_record(GmshFile& piece) override { piece.end_of_line(); }
  std::int64_t records_here(std::int64_t most, std::size_t /*bytes*/) override {
    return std::min(most, lines_.left());
  }
  void pass_over(std::int64_t records, std::size_t /*bytes*/) override { lines_.pass_over(records); }
  bool pass_mark(std::string_view mark) override {
    lines_.pass_over_before(mark);
    TextScanner line = lines_.rest();
    if (!lines_.next(line)) return false;
    line.until(mark);
    line.end_of_line();
    return true;
  }
  std::int64_t position() const override { return lines_.rest().position() - 1; }

 private:
  Lines& lines_;
};

}  // namespace partita::mesh
