#pragma once
/// \file Numbers in columns and with a few digits.

#include <cstdarg>
#include <cstdio>
#include <string>

namespace partita {

/// What printf prints, of any length.
[[gnu::format(printf, 1, 2)]] inline std::string formatted(const char* format, ...) {
  std::va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  std::string all(static_cast<std::size_t>(std::vsnprintf(nullptr, 0, format, arguments)), '\0');
  std::vsnprintf(all.data(), all.size() + 1, format, again);
  va_end(again);
  va_end(arguments);
  return all;
}

}  // namespace partita
