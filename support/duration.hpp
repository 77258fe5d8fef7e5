#pragma once
/// \file Times as text.

#include <string>

namespace partita {

/// "2:05" or "1:02:05".
std::string duration(double seconds);

/// A short time, in a unit that fits: "21.6 us", "1.23 ms", "3.1 s".
std::string time_of(double seconds);

}  // namespace partita
