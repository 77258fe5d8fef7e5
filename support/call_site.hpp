#pragma once
/// \file Where the program called Partita from, the same in all runs of one binary.

#include <string>

namespace partita::detail {

/// The calls that have led here: "model+0x3f2a libm.so+0x12", the innermost first. `hash` tells sites apart.
/// Empty where the system does not tell. Not collective, but the same on ranks that come the same way.
struct CallSite {
  std::string hash, frames;

  static CallSite here();
};

}  // namespace partita::detail
