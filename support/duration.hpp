#pragma once
/// \file Time as people read it.

#include <string>

namespace partita {

/// "2:05" or "1:02:05".
std::string duration(double seconds);

}  // namespace partita
