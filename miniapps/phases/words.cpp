#include "words.hpp"

#include <cmath>
#include <cstddef>
#include <iterator>

#include <partita/support/error.hpp>

#include "miniapps/formatted.hpp"

namespace partita::phases {

std::string counted(double number, std::string_view noun) {
  const bool whole = number == std::floor(number) && std::abs(number) < 1e15;
  return text(formatted(whole ? "%.0f" : "%.6g", number), " ", noun, number == 1 ? "" : "s");
}

std::string volume(double bytes) {
  if (bytes < 1000) return counted(bytes, "byte");
  constexpr const char* units[] = {"kB", "MB", "GB", "TB", "PB", "EB"};
  std::size_t unit = 0;
  for (bytes /= 1000; bytes >= 1000 && unit + 1 < std::size(units); bytes /= 1000) ++unit;
  return formatted("%.4g ", bytes) + units[unit];
}

}  // namespace partita::phases
