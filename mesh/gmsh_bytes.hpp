#pragma once
/// \file The pieces of a binary Gmsh file.

#include <functional>
#include <string>

#include <partita/mesh/byte_window.hpp>
#include <partita/mesh/gmsh_input.hpp>

namespace partita::mesh {

/// Bytes begin, ..., end - 1 of the file. They begin and end between records, or with the file.
class GmshBytes final : public GmshInput {
 public:
  /// The window must outlive the object.
  GmshBytes(ByteWindow& window, std::string path, std::size_t begin, std::size_t end)
      : window_(window), path_(std::move(path)), next_(begin), end_(end), binary_(begin > 0) {}

  /// Calls cut(state, byte) at the first record behind each of these places, which ascend.
  void cut_behind(std::vector<std::size_t> places,
                  std::function<void(const GmshState& state, std::size_t byte)> cut) {
    cuts_ = std::move(places);
    cut_ = std::move(cut);
  }

  /// A scanner at the end of the file.
  TextScanner end_of_file() const;

  bool line(GmshFile& piece) override;
  bool record(GmshFile& piece, std::size_t bytes) override;
  void more(GmshFile& piece, std::size_t bytes) override;
  void end_of_record(GmshFile& /*piece*/) override {}
  std::int64_t records_here(std::int64_t most, std::size_t bytes) override;
  void pass_over(std::int64_t records, std::size_t bytes) override;
  void begin_records(const GmshState& state) override;
  bool pass_mark(std::string_view mark) override;
  void become_binary() override { binary_ = true; }
  bool is_binary() const override { return binary_; }
  std::int64_t position() const override { return static_cast<std::int64_t>(next_); }

 private:
  void take(GmshFile& piece, std::size_t bytes);

  ByteWindow& window_;
  std::string path_;
  std::size_t next_, end_;
  bool binary_;
  std::int64_t line_ = 1;  // until the file becomes binary
  std::vector<std::size_t> cuts_;
  std::size_t cuts_done_ = 0;
  std::function<void(const GmshState&, std::size_t)> cut_;
};

}  // namespace partita::mesh
