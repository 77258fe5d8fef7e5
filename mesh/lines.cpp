#include <algorithm>

#include <partita/mesh/lines.hpp>

namespace partita::mesh {

Lines::Lines(std::string_view slice, const TextPart& part, std::string_view path, LineRule rule)
    : slice_(slice), rule_(rule), part_(part), rest_(slice, path, part) {
  Place place{0, 0};
  while (place.bytes < slice.size()) {
    const std::size_t end = std::min(slice.find('\n', place.bytes), slice.size());
    if (is_record(slice.substr(place.bytes, end - place.bytes))) places_.push_back(place);
    place = {std::min(end + 1, slice.size()), place.lines + (end < slice.size())};
  }
  places_.push_back(place);
}

bool Lines::is_record(std::string_view line) const {
  const auto is_blank = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
  const auto first = std::ranges::find_if_not(line, is_blank);
  if (first == line.end()) return rule_ == LineRule::comment;
  return *first != '%' || rule_ == LineRule::blank;
}

void Lines::begin(const SliceBegin& begin) {
  rest_.pass_over(0, begin.line - part_.first_line);
  part_.first_line = begin.line;
  go_to(0);
}

SliceBegin Lines::end() const {
  return {part_.first_line + places_.back().lines, part_.bytes_before + slice_.size()};
}

void Lines::go_to(std::int64_t record) {
  const auto& [bytes, lines] = places_[static_cast<std::size_t>(record)];
  rest_.pass_over(bytes - bytes_done(), part_.first_line + lines - rest_.position());
  done_ = record;
}

bool Lines::next(TextScanner& line) {
  go_to(done_);
  if (left() == 0) return false;
  rest_.take_line(line);
  if (rule_ == LineRule::blank_or_comment) line.end_before('%');
  ++done_;
  return true;
}

std::int64_t Lines::pass_over(std::int64_t most) {
  const std::int64_t passed = std::min(most, left());
  go_to(done_ + passed);
  return passed;
}

void Lines::pass_over_before(std::string_view mark) {
  const std::size_t found = slice_.find(mark, bytes_done());
  // The first record behind the end of the line before.
  const std::size_t line = slice_.substr(0, std::min(found, slice_.size())).rfind('\n') + 1;
  const auto next =
      std::ranges::lower_bound(places_, found == slice_.npos ? slice_.size() : line, {}, &Place::bytes);
  go_to(next - places_.begin());
}

}  // namespace partita::mesh
