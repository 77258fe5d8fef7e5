#pragma once
/// \file How a phase table is replayed, by name.

#include <array>
#include <string_view>

#include <partita/support/names.hpp>

namespace partita {

/// Wang and Ranka 1994, section 6.
enum class Protocol {
  post_all,     ///< S2: post all receives, send everything in the order of the phases, confirm
  ready_signal  ///< S1: in each phase post the receive, signal the sender (0 bytes), send when signalled
};

inline constexpr std::array<Name<Protocol>, 2> protocols{
    {{Protocol::post_all, "post_all"}, {Protocol::ready_signal, "ready_signal"}}};

inline std::string_view name_of(Protocol protocol) { return spelling_in<Protocol>(protocols, protocol); }

/// Throws Error with the names there are.
inline Protocol protocol_named(std::string_view name) {
  return named_in<Protocol>(protocols, "protocol", name);
}

}  // namespace partita
