#include <cmath>
#include <cstdio>

#include <partita/support/duration.hpp>

namespace partita {

std::string duration(double seconds) {
  const long total = std::lround(seconds);
  char digits[64];
  if (total >= 3600)
    std::snprintf(digits, sizeof digits, "%ld:%02ld:%02ld", total / 3600, total / 60 % 60, total % 60);
  else
    std::snprintf(digits, sizeof digits, "%ld:%02ld", total / 60, total % 60);
  return digits;
}

}  // namespace partita
