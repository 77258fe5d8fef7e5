#pragma once
/// \file Writes Gmsh files for tests: numbers as words, or as bytes of either order.

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace partita::mesh {

class GmshWriter {
 public:
  /// Without an order of bytes the file is text.
  explicit GmshWriter(std::optional<std::endian> order) : order_(order) {}

  GmshWriter& words(const std::string& text) { return text_ += text, *this; }
  GmshWriter& ints(std::initializer_list<int> values) { return put(std::span(values)); }
  GmshWriter& sizes(std::initializer_list<std::uint64_t> values) { return put(std::span(values)); }
  GmshWriter& doubles(std::initializer_list<double> values) { return put(std::span(values)); }
  template <class T>
  GmshWriter& put(std::span<const T> values) {
    for (const T value : values)
      if (order_)
        raw(value);
      else
        word(value);
    return *this;
  }

  /// Ends a line of a text; there is none between bytes.
  GmshWriter& line() { return order_ ? *this : words("\n"); }

  /// The first section.
  GmshWriter& format(const std::string& version) {
    words("$MeshFormat\n" + version + (order_ ? " 1 8\n" : " 0 8\n"));
    if (order_) ints({1}).words("\n");
    return words("$EndMeshFormat\n");
  }

  bool is_text() const { return !order_; }
  const std::string& text() const { return text_; }

 private:
  template <class T>
  void raw(T value) {
    auto bytes = std::bit_cast<std::array<char, sizeof(T)>>(value);
    if (*order_ != std::endian::native) std::ranges::reverse(bytes);
    text_.append(bytes.data(), bytes.size());
  }

  // With all digits.
  template <class T>
  void word(T value) {
    std::array<char, 32> digits;
    text_.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
    text_ += ' ';
  }

  std::optional<std::endian> order_;
  std::string text_;
};

}  // namespace partita::mesh
