#pragma once
/// \file A sentence that a signal handler can compose.

#include <array>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <string_view>

#include <partita/support/messages.hpp>

namespace partita {

/// Like `text`, but without memory allocation, lock or locale. It is cut after 1023 characters.
class Sentence {
 public:
  Sentence() { characters_[0] = '\0'; }

  /// Writes words and whole numbers one after the other: `add("rank ", 3, " waits")`.
  template <class... Parts>
  Sentence& add(const Parts&... parts) {
    (append(parts), ...);
    return *this;
  }

  std::string_view view() const { return {characters_.data(), length_}; }
  const char* c_str() const { return characters_.data(); }

 private:
  void append(std::string_view words) {
    length_ += words.copy(characters_.data() + length_, most - length_);
    characters_[length_] = '\0';
  }

  template <std::integral Number>
  void append(Number number) {
    std::array<char, 24> digits;
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), number);
    append(std::string_view(digits.data(), static_cast<std::size_t>(end - digits.data())));
  }

  static constexpr std::size_t most = 1023;

  std::array<char, most + 1> characters_;
  std::size_t length_ = 0;
};

/// Says a sentence (see messages.hpp), as a destructor may: without memory allocation.
template <class... Parts>
void say_line(const Parts&... parts) {
  Sentence line;
  line.add(parts...);
  detail::say(line.c_str());
}

}  // namespace partita
