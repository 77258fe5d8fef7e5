#pragma once
/// \file Direction: the two that an exchange has.

namespace partita::detail {

enum class Direction {
  gather,  ///< sends what the destinations need, receives from the sources
  scatter  ///< the other way
};

}  // namespace partita::detail
