#include <algorithm>
#include <charconv>
#include <cmath>

#include <partita/support/file_head.hpp>
#include <partita/support/text_scanner.hpp>

namespace partita {

namespace {

// The blanks but the space have consecutive codes.
bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Of a number that is out of the range of double: whether it is too small. `e` is its exponent's place, or
// its length.
bool is_too_small(std::string_view number, std::size_t e) {
  const std::string_view mantissa = number.substr(0, e);
  const std::size_t digit = mantissa.find_first_of("123456789"), point = std::min(mantissa.find('.'), e);
  if (e == number.size()) return digit > point;
  const std::string_view exponent = number.substr(e + (number[e + 1] == '+' ? 2 : 1));
  constexpr std::int64_t huge = TextScanner::any / 2;
  std::int64_t power = exponent.front() == '-' ? -huge : huge;  // unless it has fewer digits
  std::from_chars(exponent.data(), exponent.data() + exponent.size(), power);
  return power + static_cast<std::int64_t>(point) < static_cast<std::int64_t>(digit);
}

// A number as Fortran writes it: 1.0D+00, or 0.12-105, which has no letter if the exponent has three digits.
// Numbers that are too small for a double are zero.
std::optional<double> unusual_number(std::string_view word) {
  if (word.starts_with('+') && !word.starts_with("+-")) word.remove_prefix(1);
  std::string number(word);
  std::size_t e = std::min(number.find_first_of("eEdDqQ"), number.size());
  if (e < number.size()) {
    number[e] = 'e';
  } else if (constexpr std::size_t sign_and_digits = 4; number.size() > sign_and_digits) {
    const std::size_t sign = number.size() - sign_and_digits;
    if ((number[sign] == '+' || number[sign] == '-') && number.find('.') < sign)
      number.insert(e = sign, 1, 'e');
  }
  const char* const end = number.data() + number.size();
  double value = 0;
  const auto [rest, failure] = std::from_chars(number.data(), end, value);
  if (rest != end) return std::nullopt;
  if (failure == std::errc::result_out_of_range && is_too_small(number, e)) return 0;
  return failure == std::errc() ? std::optional(value) : std::nullopt;
}

}  // namespace

std::string place(std::string_view path, bool binary, std::int64_t position) {
  return text(path, binary ? ": byte " : ":", position, ": ");
}

std::string quote(std::string_view word) {
  constexpr std::size_t most = 24;
  constexpr const char* digits = "0123456789abcdef";
  std::string quoted = "'";
  for (const char c : word.substr(0, most)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= ' ' && byte <= '~')
      quoted += c;
    else
      quoted += {'\\', 'x', digits[byte / 16], digits[byte % 16]};
  }
  return quoted + (word.size() > most ? "...'" : "'");
}

TextScanner::TextScanner(std::string_view text, std::string_view path) : TextScanner(text, path, {}) {
  if (text.empty()) throw Error(path, ": the file is empty");
  next_ = begin_of_text(text, path);
}

TextScanner::TextScanner(std::string_view text, std::string_view path, const TextPart& part)
    : text_(text),
      path_(path),
      end_(text.size()),
      bytes_before_(part.bytes_before),
      bytes_behind_(part.bytes_behind),
      line_(part.first_line) {}

void TextScanner::skip_blanks() {
  for (; next_ < end_ && is_blank(text_[next_]); ++next_) line_ += text_[next_] == '\n';
}

bool TextScanner::at_end() {
  skip_blanks();
  return next_ == end_;
}

std::string_view TextScanner::word(std::string_view expected) {
  skip_blanks();
  if (next_ == end_) fail_expected(expected);
  item_ = next_;
  while (next_ < end_ && !is_blank(text_[next_])) ++next_;
  return item();
}

// The whole word must be the number. from_chars accepts no plus sign, but files have it.
template <class T>
std::optional<T> TextScanner::parse_word() {
  skip_blanks();
  const char* begin = text_.data() + next_;
  const char* const end = text_.data() + end_;
  if (end - begin > 1 && begin[0] == '+' && begin[1] != '-') ++begin;
  T value{};
  const auto [rest, failure] = std::from_chars(begin, end, value);
  if (failure != std::errc() || (rest != end && !is_blank(*rest))) return std::nullopt;
  item_ = next_;
  next_ = static_cast<std::size_t>(rest - text_.data());
  return value;
}

// The common case: at most 18 digits, which cannot overflow.
std::optional<std::int64_t> TextScanner::parse_digits() {
  skip_blanks();
  constexpr std::size_t most = 18;
  const char* const begin = text_.data() + next_;
  const char* const end = text_.data() + end_;
  const char* const last = begin + std::min(end_ - next_, most);
  const char* at = begin;
  std::int64_t value = 0;
  for (; at != last; ++at) {
    const unsigned digit = static_cast<unsigned char>(*at) - unsigned{'0'};
    if (digit > 9) break;
    value = 10 * value + digit;
  }
  if (at == begin || (at != end && !is_blank(*at))) return std::nullopt;
  item_ = next_;
  next_ += static_cast<std::size_t>(at - begin);
  return value;
}

std::int64_t TextScanner::integer(std::string_view expected, std::int64_t least, std::int64_t most) {
  auto value = parse_digits();
  if (!value) value = parse_word<std::int64_t>();
  if (!value || *value < least || *value > most)
    fail_range(expected, least, most, quote(value ? item() : word(expected)));
  return *value;
}

double TextScanner::number(std::string_view expected) {
  auto value = parse_word<double>();
  const std::string_view found = value ? item() : word(expected);
  if (!value) value = unusual_number(found);
  if (!value || !std::isfinite(*value)) fail_expected(text(expected, " (a finite number)"), quote(found));
  return *value;
}

void TextScanner::keyword(std::string_view exactly) {
  const std::string_view found = word(exactly);
  if (found != exactly) fail_expected(exactly, quote(found));
}

std::int64_t TextScanner::count(std::string_view records, std::size_t least_bytes_each) {
  const std::int64_t number = integer(text("the number of ", records));
  require(number, records, least_bytes_each);
  return number;
}

void TextScanner::end_of_line() {
  if (!at_end()) fail_expected("the end of the line");
}

std::string_view TextScanner::bytes(std::size_t count, std::string_view expected) {
  item_ = next_;
  if (count > text_.size() - next_)
    fail_expected(text(expected, " (", count, " bytes)"),
                  text(bytes_left(), " bytes before the end of the file"));
  next_ += count;
  return text_.substr(item_, count);
}

std::optional<std::string_view> TextScanner::until(std::string_view mark) {
  const std::size_t found = text_.substr(0, end_).find(mark, next_);
  if (found == std::string_view::npos) return std::nullopt;
  std::string_view before = text_.substr(next_, found - next_);
  line_ += std::ranges::count(before, '\n');
  next_ = found + mark.size();
  while (!before.empty() && is_blank(before.front())) before.remove_prefix(1);
  while (!before.empty() && is_blank(before.back())) before.remove_suffix(1);
  return before;
}

TextScanner TextScanner::line() {
  TextScanner line = *this;
  take_line(line);
  return line;
}

void TextScanner::take_line(TextScanner& line) {
  line = *this;
  line.end_ = std::min(text_.find('\n', next_), end_);
  next_ = line.end_;
  if (next_ < end_) {
    ++next_;
    ++line_;
  }
}

void TextScanner::end_before(char mark) { end_ = std::min(text_.substr(0, end_).find(mark, next_), end_); }

std::int64_t TextScanner::record(std::string_view records, std::int64_t done, std::int64_t total) {
  if (!binary_) skip_blanks();
  item_ = next_;
  if (next_ == end_) fail("expected ", total, " ", records, ", found ", done, " before the end of the file");
  return position();
}

void TextScanner::require(std::int64_t count, std::string_view records, std::size_t least_bytes_each) const {
  if (static_cast<std::size_t>(count) > bytes_left() / least_bytes_each + 1)
    fail("expected ", count, " ", records, ", but only ", bytes_left(), " bytes are left in the file");
}

void TextScanner::fail_expected(std::string_view expected, std::string_view found) const {
  fail("expected ", expected, ", found ", found);
}

void TextScanner::fail_range(std::string_view expected, std::int64_t least, std::int64_t most,
                             std::string_view found) const {
  fail_expected(text(expected, " (an integer from ", least, " to ", most, ")"), found);
}

void TextScanner::fail_expected(std::string_view expected) {
  skip_blanks();
  item_ = next_;
  if (next_ == end_)
    fail_expected(expected,
                  end_ == text_.size() && bytes_behind_ == 0 ? "the end of the file" : "the end of the line");
  fail_expected(expected, quote(word(expected)));
}

}  // namespace partita
