#include <algorithm>

#include <partita/mesh/gmsh_bytes.hpp>

namespace partita::mesh {

// In the form that the file has here.
TextScanner GmshBytes::scanner(std::string_view text, std::size_t begin) const {
  const std::size_t behind = window_.size() - begin - text.size();
  TextScanner scanner(text, path_, {.first_line = line_, .bytes_before = begin, .bytes_behind = behind});
  if (is_binary()) scanner.become_binary();
  return scanner;
}

void GmshBytes::begin(const SliceBegin& begin) {
  line_ = begin.line;
  next_ = begin.byte;
  static_cast<TextScanner&>(*this) = TextScanner({}, path_, {});
}

TextScanner GmshBytes::rest() const { return scanner({}, window_.size()); }

void GmshBytes::more(std::size_t bytes) {
  const std::string_view text = window_.view(next_, bytes);
  static_cast<TextScanner&>(*this) = scanner(text, next_);
  next_ += text.size();
}

bool GmshBytes::next_line() {
  while (next_ < end_) {
    const std::size_t end = std::min(window_.find("\n", next_).value_or(window_.size()) + 1, window_.size());
    more(end - next_);
    static_cast<TextScanner&>(*this) = line();
    ++line_;
    if (!at_end()) return true;
  }
  return false;
}

bool GmshBytes::next_record(std::size_t bytes) {
  if (next_ >= end_) return false;
  more(bytes);
  return true;
}

std::int64_t GmshBytes::records_here(std::int64_t most, std::size_t bytes) {
  if (next_ >= end_) return 0;
  return std::min(most, static_cast<std::int64_t>((end_ - next_ - 1) / bytes) + 1);
}

void GmshBytes::pass_over(std::int64_t records, std::size_t bytes) {
  next_ = std::min(next_ + static_cast<std::size_t>(records) * bytes, window_.size());
}

bool GmshBytes::pass_mark(std::string_view mark) {
  const auto found = window_.find(mark, next_);
  const std::size_t behind = found ? *found + mark.size() : window_.size();
  if (found && !is_binary()) line_ += std::ranges::count(window_.view(next_, behind - next_), '\n');
  next_ = behind;
  return found.has_value();
}

}  // namespace partita::mesh
