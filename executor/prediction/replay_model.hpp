#pragma once
/// \file The replay that is predicted.

#include <cstdint>

#include <partita/executor/way.hpp>

namespace partita {

/// What is predicted: as ReplayOptions have it, but without a transport.
struct ReplayModel {
  Way way = {};             ///< but fragments and times of messages are the machine's
  bool timed_idle = false;  ///< of `global_once`: see IdlePhases
  std::uint64_t seed = 0;   ///< of `lock`, which asks in random order, and of Costs::noise
  double resolution = 0;    ///< seconds: see FluidNetwork; 0 is exact
};

/// Offset between the start times of neighbouring ranks, in seconds, where messages queue. It breaks ties.
inline constexpr double turn_seconds = 1e-10;

}  // namespace partita
