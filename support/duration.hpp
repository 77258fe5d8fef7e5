#pragma once
/// \file Times as text.

#include <cmath>
#include <cstdio>
#include <iomanip>
#include <string>

#include <partita/support/error.hpp>

namespace partita {

/// "2:05" or "1:02:05".
inline std::string duration(double seconds) {
  const long total = std::lround(seconds);
  char digits[64];
  if (total >= 3600)
    std::snprintf(digits, sizeof digits, "%ld:%02ld:%02ld", total / 3600, total / 60 % 60, total % 60);
  else
    std::snprintf(digits, sizeof digits, "%ld:%02ld", total / 60, total % 60);
  return digits;
}

/// A short time, in a unit that fits: "21.6 us", "1.23 ms", "3.1 s".
inline std::string time_of(double seconds) {
  const auto three_digits = std::setprecision(3);
  if (seconds >= 1) return text(three_digits, seconds, " s");
  if (seconds >= 1e-3) return text(three_digits, seconds * 1e3, " ms");
  return text(three_digits, seconds * 1e6, " us");
}

}  // namespace partita
