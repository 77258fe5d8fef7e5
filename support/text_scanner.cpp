#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>

#include <partita/support/text_scanner.hpp>

namespace partita {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v'; }

// The whole word must be the number. from_chars accepts no plus sign, but files have it.
template <class T>
std::optional<T> parse(std::string_view word) {
  if (word.size() > 1 && word[0] == '+' && word[1] != '-') word.remove_prefix(1);
  T value{};
  const auto [rest, failure] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (failure != std::errc() || rest != word.data() + word.size()) return std::nullopt;
  return value;
}

}  // namespace

std::string load_text(const std::filesystem::path& path, std::string_view wanted) {
  if (std::filesystem::is_directory(path)) throw Error(path.string(), ": this is a folder; name ", wanted);
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) throw Error(path.string(), ": cannot be opened: ", std::strerror(errno));
  std::string content(static_cast<std::size_t>(std::max<std::streamoff>(file.tellg(), 0)), '\0');
  file.seekg(0);
  if (!file.read(content.data(), std::ssize(content))) throw Error(path.string(), ": cannot be read");
  return content;
}

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

TextScanner::TextScanner(std::string_view text, std::string_view path)
    : text_(text), path_(path), end_(text.size()) {
  if (text.empty()) throw Error(path, ": the file is empty");
}

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
  return text_.substr(item_, next_ - item_);
}

std::int64_t TextScanner::integer(std::string_view expected, std::int64_t least, std::int64_t most) {
  const std::string_view found = word(expected);
  const auto value = parse<std::int64_t>(found);
  if (!value || *value < least || *value > most) fail_range(expected, least, most, quote(found));
  return *value;
}

double TextScanner::number(std::string_view expected) {
  const std::string_view found = word(expected);
  const auto value = parse<double>(found);
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
  if (count > bytes_left())
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
  line.end_ = std::min(text_.find('\n', next_), end_);
  next_ = line.end_;
  if (next_ < end_) {
    ++next_;
    ++line_;
  }
  return line;
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
    fail_expected(expected, end_ == text_.size() ? "the end of the file" : "the end of the line");
  fail_expected(expected, quote(word(expected)));
}

}  // namespace partita
