#pragma once
/// \file Way: how phase tables are replayed. With an algorithm it is a strategy.

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include <partita/executor/plan/protocol.hpp>
#include <partita/schedule/algorithms.hpp>

namespace partita {

/// One protocol for all stages, or one for each of the first stages; the last one serves all later stages.
///
/// A schedule with fewer stages ignores the rest. Source: Ranka, Shankar, Alsabti 1995, section 6.1: locks
/// suit the unequal messages of a first stage, linear permutation with barriers the nearly equal ones of the
/// second: {Protocol::lock, Protocol::barrier}.
class StageProtocols {
 public:
  /// The largest number of stages with a protocol of their own. Only `standard_exchange` has more stages, and
  /// they are alike.
  static constexpr std::size_t most = 8;

  /// The protocol of the first stage, and those of the stages after it: at most `most` in all. Not
  /// collective.
  template <std::same_as<Protocol>... Later>
  constexpr StageProtocols(Protocol first, Later... later) noexcept
      : protocols_{first, later...}, last_(sizeof...(Later)) {
    static_assert(sizeof...(Later) < most);
    shorten();
  }

  /// One protocol for each of the first stages.
  /// @param each 1 to `most` protocols
  /// @throws Error if there are none, or more than `most`
  ///
  /// Not collective.
  explicit StageProtocols(std::span<const Protocol> each);

  /// The protocol of a stage, counted from 0. Not collective.
  constexpr Protocol of_stage(std::size_t stage) const { return protocols_[std::min(stage, last_)]; }

  /// The first stage from which all stages have the same protocol. Not collective.
  constexpr std::size_t last() const { return last_; }

  bool operator==(const StageProtocols&) const = default;

 private:
  // Objects that mean the same are equal member by member.
  constexpr void shorten() {
    for (; last_ > 0 && protocols_[last_ - 1] == protocols_[last_]; --last_) protocols_[last_] = {};
  }

  std::array<Protocol, most> protocols_{};
  std::size_t last_;
};

/// The names as on command lines: "lock,barrier". Not collective.
std::string name_of(const StageProtocols& stages);

/// The protocol of each stage: one name of `protocols`, or several, separated by commas. Not collective.
/// @throws Error if a name is unknown, or if there are more than StageProtocols::most
StageProtocols stage_protocols_named(std::string_view names);

/// How the phase tables of a schedule are replayed. Results do not depend on it.
struct Way {
  StageProtocols protocol = Protocol::post_all;  ///< of all stages, or of each
  int window = 4;                                ///< of `windowed`: sends of a rank under way at once
  LockOptions lock = {};                         ///< of `lock`
  std::size_t fragment = 0;  ///< bytes of the fragments in which phased protocols send long messages between
                             ///< hosts; 0: messages are sent whole

  bool operator==(const Way&) const = default;
};

/// An algorithm and the way in which its schedule is replayed.
struct Strategy {
  Algorithm algorithm = Algorithm::ac;
  Way way = {};

  bool operator==(const Strategy&) const = default;
};

/// Words such as "colouring by ready_signal" or "rs_n by windowed window=1", without what depends on the
/// machine: fragments and the time of messages. Not collective.
std::string name_of(const Strategy& strategy);

}  // namespace partita
