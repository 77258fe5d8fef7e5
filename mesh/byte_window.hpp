#pragma once
/// \file The bytes of a file, of which a bounded number is in memory at a time.

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <partita/support/input_file.hpp>

namespace partita::mesh {

class ByteWindow {
 public:
  /// The file must outlive the object.
  explicit ByteWindow(const InputFile& file) : file_(file) {}

  std::size_t size() const { return file_.size(); }

  /// The bytes from `begin` on, `count` or as many as there are. Valid until the next call.
  std::string_view view(std::size_t begin, std::size_t count) {
    begin = std::min(begin, size());
    count = std::min(count, size() - begin);
    if (begin < buffer_begin_ || begin + count > buffer_begin_ + buffer_.size()) {
      buffer_.clear();
      file_.append_to(buffer_, begin, std::min(begin + std::max(count, step), size()));
      buffer_begin_ = begin;
    }
    return std::string_view(buffer_).substr(begin - buffer_begin_, count);
  }

  /// The place of the next `mark` that is not before `from`.
  std::optional<std::size_t> find(std::string_view mark, std::size_t from) {
    for (std::size_t begin = from; begin < size(); begin += step) {
      const std::size_t found = view(begin, step + mark.size() - 1).find(mark);
      if (found != std::string_view::npos) return begin + found;
    }
    return std::nullopt;
  }

 private:
  static constexpr std::size_t step = std::size_t{1} << 18;

  const InputFile& file_;
  std::string buffer_;
  std::size_t buffer_begin_ = 0;
};

}  // namespace partita::mesh
