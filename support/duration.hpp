#pragma once
/// \file A short time as text.

#include <iomanip>
#include <string>

#include <partita/support/error.hpp>

namespace partita {

/// A short time, in a unit that fits: "21.6 us", "1.23 ms", "3.1 s".
inline std::string time_of(double seconds) {
  const auto three_digits = std::setprecision(3);
  if (seconds >= 1) return text(three_digits, seconds, " s");
  if (seconds >= 1e-3) return text(three_digits, seconds * 1e3, " ms");
  return text(three_digits, seconds * 1e6, " us");
}

}  // namespace partita
