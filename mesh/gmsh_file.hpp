#pragma once
/// \file Numbers of a Gmsh file: words in its ASCII form, raw bytes of either order in its binary form.

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>

#include <partita/support/text_scanner.hpp>

namespace partita::mesh {

/// A piece of the file: a line of text, or the bytes of some numbers.
class GmshFile : public TextScanner {
 public:
  using TextScanner::TextScanner;
  explicit GmshFile(const TextScanner& piece) : TextScanner(piece) {}

  static constexpr std::int64_t most_tag = std::numeric_limits<std::int32_t>::max();

  /// @param is_swapped  the file's byte order is not this machine's
  void become_binary(bool is_swapped) {
    TextScanner::become_binary();
    swapped_ = is_swapped;
  }

  /// An `int`. Tags are at least -most_tag, so that the sign can be dropped.
  int tag(std::string_view expected, std::int64_t least = -most_tag, std::int64_t most = most_tag) {
    return static_cast<int>(in_range<std::int32_t>(expected, least, most));
  }

  /// A `size_t`, as in format 4.1.
  std::int64_t size(std::string_view expected, std::int64_t most = any) {
    return in_range<std::int64_t>(expected, 0, most);
  }

  double coordinate() {
    if (!is_binary()) return number("a coordinate");
    const double x = raw<double>("a coordinate");
    if (!std::isfinite(x)) fail_expected("a coordinate (a finite number)", text(x));
    return x;
  }

  /// Skips `double`s.
  void pass_numbers(int count) {
    for (int k = 0; k < count; ++k)
      if (is_binary())
        bytes(sizeof(double), "a number");
      else
        word("a number");
  }

 private:
  template <class T>
  T raw(std::string_view expected) {
    std::array<char, sizeof(T)> data;
    std::copy_n(bytes(sizeof(T), expected).begin(), sizeof(T), data.begin());
    if (swapped_) std::ranges::reverse(data);
    return std::bit_cast<T>(data);
  }

  template <class T>
  std::int64_t in_range(std::string_view expected, std::int64_t least, std::int64_t most) {
    if (!is_binary()) return integer(expected, least, most);
    const std::int64_t value = raw<T>(expected);
    if (value < least || value > most) fail_range(expected, least, most, std::to_string(value));
    return value;
  }

  bool swapped_ = false;
};

}  // namespace partita::mesh
