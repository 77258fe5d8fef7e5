#include <algorithm>

#include <partita/mesh/byte_window.hpp>

namespace partita::mesh {
namespace {

constexpr std::size_t step = std::size_t{1} << 18;

}  // namespace

std::string_view ByteWindow::view(std::size_t begin, std::size_t count) {
  begin = std::min(begin, size_);
  count = std::min(count, size_ - begin);
  if (file_ == nullptr) return memory_.substr(begin, count);
  if (begin < buffer_begin_ || begin + count > buffer_begin_ + buffer_.size()) {
    buffer_.clear();
    file_->append_to(buffer_, begin, std::min(begin + std::max(count, step), size_));
    buffer_begin_ = begin;
  }
  return std::string_view(buffer_).substr(begin - buffer_begin_, count);
}

std::optional<std::size_t> ByteWindow::find(std::string_view mark, std::size_t from) {
  for (std::size_t begin = from; begin < size_; begin += step) {
    const std::size_t found = view(begin, step + mark.size() - 1).find(mark);
    if (found != std::string_view::npos) return begin + found;
  }
  return std::nullopt;
}

}  // namespace partita::mesh
