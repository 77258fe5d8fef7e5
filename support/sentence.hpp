#pragma once
/// \file A sentence that a signal handler can compose.

#include <array>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdio>
#include <string_view>

namespace partita {

/// Like `text`, but without memory allocation, lock or locale. It is cut after 1023 characters.
class Sentence {
 public:
  /// Writes words and whole numbers one after the other: `add("rank ", 3, " waits")`.
  template <class... Parts>
  Sentence& add(const Parts&... parts) {
    (append(parts), ...);
    return *this;
  }

  std::string_view view() const { return {characters_.data(), length_}; }

 private:
  void append(std::string_view words) {
    length_ += words.copy(characters_.data() + length_, characters_.size() - length_);
  }

  template <std::integral Number>
  void append(Number number) {
    std::array<char, 24> digits;
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), number);
    append(std::string_view(digits.data(), static_cast<std::size_t>(end - digits.data())));
  }

  std::array<char, 1023> characters_;
  std::size_t length_ = 0;
};

/// Prints a line on stderr, as a destructor may: without memory allocation.
template <class... Parts>
void say_line(const Parts&... parts) {
  Sentence line;
  line.add(parts...);
  std::fprintf(stderr, "%.*s\n", static_cast<int>(line.view().size()), line.view().data());
}

}  // namespace partita
