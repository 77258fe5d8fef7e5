#pragma once
/// \file The pieces of a binary Gmsh file.

#include <string_view>

#include <partita/mesh/byte_window.hpp>
#include <partita/mesh/gmsh_input.hpp>

namespace partita::mesh {

/// The lines and records that begin in a part of the file. The last one may end behind it.
class GmshBytes final : public GmshInput {
 public:
  /// @param end  of the part, in bytes. The window and the path must outlive the object.
  GmshBytes(ByteWindow& window, std::string_view path, std::size_t end)
      : GmshInput(std::string_view(), path, TextPart()), window_(window), path_(path), end_(end) {}

  /// Goes to the first line or record, the place of which is now known.
  void begin(const SliceBegin& begin);

  /// When all are read or passed over: where those of the next part begin.
  SliceBegin end() const { return {line_, next_}; }

  /// A scanner at the end of the file.
  TextScanner rest() const;

  bool next_line() override;
  bool next_record(std::size_t bytes) override;
  void more(std::size_t bytes) override;
  void end_of_record() override {}
  std::int64_t records_here(std::int64_t most, std::size_t bytes) override;
  void pass_over(std::int64_t records, std::size_t bytes) override;
  bool pass_mark(std::string_view mark) override;
  void become_binary(bool is_swapped) override {
    TextScanner::become_binary();
    swapped_ = is_swapped;
  }
  std::int64_t last_position() const override { return static_cast<std::int64_t>(next_); }

 private:
  TextScanner scanner(std::string_view text, std::size_t begin) const;

  ByteWindow& window_;
  std::string_view path_;
  std::size_t end_;
  std::size_t next_ = 0;
  std::int64_t line_ = 1;  // until the file becomes binary
};

}  // namespace partita::mesh
