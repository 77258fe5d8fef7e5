#pragma once
/// \file A number as the shortest text that is read as the same number.

#include <charconv>
#include <string>

namespace partita {

/// Without locale: another language's decimal comma would be no number in a file.
inline std::string in_full(double value) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, value).ptr};
}

}  // namespace partita
