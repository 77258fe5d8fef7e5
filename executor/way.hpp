#pragma once
/// \file Way: how phase tables are replayed. With an algorithm it is a strategy.

#include <cstddef>
#include <string>

#include <partita/executor/stage_protocols.hpp>
#include <partita/schedule/algorithms.hpp>

namespace partita {

/// How the phase tables of a schedule are replayed. Results do not depend on it.
struct Way {
  StageProtocols protocol = Protocol::post_all;  ///< of all stages, or of each
  int window = 4;                                ///< of `windowed`: sends of a rank under way at once
  LockOptions lock = {};                         ///< of `lock`
  std::size_t fragment = 0;  ///< bytes of the fragments in which phased protocols send long messages between
                             ///< hosts; 0: messages are sent whole

  /// Equal if all members are.
  bool operator==(const Way&) const = default;
};

/// An algorithm and the way in which its schedule is replayed.
struct Strategy {
  Algorithm algorithm = Algorithm::ac;
  Way way = {};

  /// Equal if both members are.
  bool operator==(const Strategy&) const = default;
};

/// @return words such as "colouring by ready_signal" or "rs_n by windowed 1"
///
/// Not collective.
std::string name_of(const Strategy& strategy);

}  // namespace partita
