#pragma once
/// \file By which protocol each stage of a schedule is replayed.

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include <partita/executor/protocol.hpp>

namespace partita {

/// One protocol for all stages, or one each for the first stages; the last serves all that follow. Stages may
/// differ much: Ranka, Shankar, Alsabti 1995 (section 6.1) expect that a first stage of unequal messages does
/// best with locks, and have linear permutation with barriers for the nearly equal ones of the second:
/// {Protocol::lock, Protocol::barrier}. Those of stages that a schedule does not have are not used.
class StageProtocols {
 public:
  /// That can be told apart. Only `standard_exchange` has more stages, one like the other.
  static constexpr std::size_t most = 8;

  template <std::same_as<Protocol>... Later>
  constexpr StageProtocols(Protocol first, Later... later) noexcept
      : protocols_{first, later...}, last_(sizeof...(Later)) {
    static_assert(sizeof...(Later) < most);
    shorten();
  }

  /// Throws Error when there is none, or more than `most`.
  explicit StageProtocols(std::span<const Protocol> each);

  constexpr Protocol of_stage(std::size_t stage) const { return protocols_[std::min(stage, last_)]; }

  /// From this stage on, all have the same.
  constexpr std::size_t last() const { return last_; }

  bool operator==(const StageProtocols&) const = default;

 private:
  // Equal ones look alike.
  constexpr void shorten() {
    for (; last_ > 0 && protocols_[last_ - 1] == protocols_[last_]; --last_) protocols_[last_] = {};
  }

  std::array<Protocol, most> protocols_{};
  std::size_t last_;
};

/// As command lines have them: "lock,barrier".
std::string name_of(const StageProtocols& stages);

/// Throws Error with the names there are.
StageProtocols stage_protocols_named(std::string_view names);

}  // namespace partita
