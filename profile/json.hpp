#pragma once
/// \file JSON as it is written: a value after the other, with commas where they belong.

#include <charconv>
#include <cmath>
#include <concepts>
#include <string>
#include <string_view>

namespace partita::detail {

/// Writes no file larger than memory, and checks nothing: the calls are to nest as the values do.
class Json {
 public:
  Json& open(char bracket) {
    separate();
    text_ += bracket;
    is_first_ = true;
    return *this;
  }
  Json& close(char bracket) {
    text_ += bracket;
    is_first_ = false;
    return *this;
  }
  Json& key(std::string_view name) {
    value(name);
    text_ += ": ";
    is_first_ = true;
    return *this;
  }
  Json& value(std::string_view words) {
    separate();
    text_ += '"';
    for (const char c : words) {
      if (c == '"' || c == '\\') text_ += '\\';
      text_ += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
    text_ += '"';
    return *this;
  }
  Json& value(std::integral auto number) {
    separate();
    text_ += std::to_string(number);
    return *this;
  }
  Json& value(double number) {
    separate();
    char digits[32];
    const auto [end, error] =
        std::to_chars(digits, digits + sizeof digits, std::isfinite(number) ? number : 0);
    text_.append(digits, end);
    return *this;
  }
  template <class T>
  Json& member(std::string_view name, const T& of) {
    return key(name).value(of);
  }
  Json& line() {
    is_new_line_ = true;
    return *this;
  }

  const std::string& text() const { return text_; }

 private:
  void separate() {
    if (!is_first_) text_ += ", ";
    if (is_new_line_) text_ += '\n';
    is_first_ = is_new_line_ = false;
  }

  std::string text_;
  bool is_first_ = true, is_new_line_ = false;
};

}  // namespace partita::detail
