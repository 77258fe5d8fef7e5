#include <algorithm>

#include <partita/mesh/lines.hpp>

namespace partita::mesh {
namespace {

constexpr std::int64_t between_places = 256;

}  // namespace

Lines::Lines(std::string_view slice, const TextPart& part, std::string_view path, LineRule rule)
    : slice_(slice), path_(path), rule_(rule), part_(part), rest_(slice, path, part) {
  Place place{0, 0, 0};
  while (place.bytes < slice.size()) {
    if (place.records % between_places == 0 && (places_.empty() || places_.back().records != place.records))
      places_.push_back(place);
    pass_line(place);
  }
  places_.push_back(place);
  records_ = place.records;
}

std::size_t Lines::end_of_line(std::size_t begin) const {
  return std::min(slice_.find('\n', begin), slice_.size());
}

bool Lines::is_record(std::size_t begin, std::size_t end) const {
  const auto is_blank = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
  while (begin < end && is_blank(slice_[begin])) ++begin;
  if (begin == end) return rule_ == LineRule::comment;
  return slice_[begin] != '%' || rule_ == LineRule::blank;
}

void Lines::pass_line(Place& place) const {
  const std::size_t end = end_of_line(place.bytes);
  place.records += is_record(place.bytes, end);
  place.lines += end < slice_.size();
  place.bytes = std::min(end + 1, slice_.size());
}

void Lines::begin(const SliceBegin& begin) {
  part_.first_line = begin.line;
  go_to({0, 0, 0});
}

SliceBegin Lines::end() const {
  return {part_.first_line + places_.back().lines, part_.bytes_before + slice_.size()};
}

void Lines::go_to(const Place& place) {
  rest_ = TextScanner(slice_, path_, part_);
  rest_.pass_over(place.bytes, place.lines);
  done_ = place.records;
}

Lines::Place Lines::here() const { return {bytes_done(), rest_.position() - part_.first_line, done_}; }

bool Lines::next(TextScanner& line) {
  while (done_ < records_) {
    const std::size_t begin = bytes_done();
    rest_.take_line(line);
    if (!is_record(begin, bytes_done())) continue;
    if (rule_ == LineRule::blank_or_comment) line.end_before('%');
    ++done_;
    return true;
  }
  go_to(places_.back());
  return false;
}

std::int64_t Lines::pass_over(std::int64_t most) {
  const std::int64_t passed = std::min(most, left()), target = done_ + passed;
  Place place = here();
  const auto next = std::ranges::upper_bound(places_, target, {}, &Place::records);
  if (next != places_.begin() && std::prev(next)->records > done_) place = *std::prev(next);
  while (place.records < target) pass_line(place);
  go_to(place);
  return passed;
}

void Lines::pass_over_before(std::string_view mark) {
  Place place = here();
  const std::size_t found = slice_.find(mark, place.bytes);
  const auto next = std::ranges::upper_bound(places_, found, {}, &Place::bytes);
  if (next != places_.begin() && std::prev(next)->bytes > place.bytes) place = *std::prev(next);
  if (found == std::string_view::npos) return go_to(places_.back());
  while (end_of_line(place.bytes) < found) pass_line(place);
  go_to(place);
}

}  // namespace partita::mesh
