#include <algorithm>

#include <partita/mesh/gmsh_bytes.hpp>

namespace partita::mesh {

TextScanner GmshBytes::end_of_file() const {
  TextScanner end({}, path_, {.first_line = line_, .bytes_before = window_.size(), .bytes_behind = 0});
  if (binary_) end.become_binary();
  return end;
}

void GmshBytes::take(GmshFile& piece, std::size_t bytes) {
  const std::string_view text = window_.view(next_, bytes);
  const std::size_t behind = window_.size() - next_ - text.size();
  static_cast<TextScanner&>(piece) =
      TextScanner(text, path_, {.first_line = line_, .bytes_before = next_, .bytes_behind = behind});
  next_ += text.size();
}

bool GmshBytes::line(GmshFile& piece) {
  while (next_ < end_) {
    const std::size_t end = std::min(window_.find("\n", next_).value_or(window_.size()) + 1, window_.size());
    take(piece, end - next_);
    static_cast<TextScanner&>(piece) = piece.line();
    ++line_;
    if (!piece.at_end()) return true;
  }
  return false;
}

bool GmshBytes::record(GmshFile& piece, std::size_t bytes) {
  if (next_ >= end_) return false;
  take(piece, bytes);
  return true;
}

void GmshBytes::more(GmshFile& piece, std::size_t bytes) { take(piece, bytes); }

std::int64_t GmshBytes::records_here(std::int64_t most, std::size_t bytes) {
  std::size_t limit = end_;
  if (cuts_done_ < cuts_.size()) limit = std::min(limit, cuts_[cuts_done_]);
  if (next_ >= limit) return 0;
  return std::min(most, static_cast<std::int64_t>((limit - next_ - 1) / bytes) + 1);
}

void GmshBytes::pass_over(std::int64_t records, std::size_t bytes) {
  next_ = std::min(next_ + static_cast<std::size_t>(records) * bytes, window_.size());
}

void GmshBytes::begin_records(const GmshState& state) {
  for (; cuts_done_ < cuts_.size() && cuts_[cuts_done_] <= next_; ++cuts_done_) cut_(state, next_);
}

bool GmshBytes::pass_mark(std::string_view mark) {
  const auto found = window_.find(mark, next_);
  next_ = found ? *found + mark.size() : window_.size();
  return found.has_value();
}

}  // namespace partita::mesh
