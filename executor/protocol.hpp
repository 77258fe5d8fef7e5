#pragma once
/// \file How a phase table is replayed, by name.

#include <array>
#include <string_view>

#include <partita/support/names.hpp>

namespace partita {

/// What a message waits for before it is sent. Wherever it says so, phases are kept in order by each rank for
/// itself: a rank's next phase begins when its transfers of this one are complete (the papers' loose
/// synchrony). Sources: Wang and Ranka 1994, section 6 (S1, S2); Bokhari 1991, section 5 (global_once,
/// pairwise_sync); Wang, Lin, Ranka 1993, section 4 (lock); Ranka, Shankar, Alsabti 1995, section 4
/// (barrier).
enum class Protocol {
  post_all,       ///< S2: for nothing; receives are posted first
  windowed,       ///< as post_all, but only so many sends of a rank are under way at once
  global_once,    ///< for one barrier, after all receives are posted; then for the send before to have left
  lock,           ///< DRS_N: for the receiver's lock; in any order
  ready_signal,   ///< S1: phase by phase; for a signal (0 bytes) of its receiver
  pairwise_sync,  ///< phase by phase; for signals of all partners of the phase, both ways
  barrier         ///< phase by phase; for a barrier of all ranks
};

inline constexpr std::array<Name<Protocol>, 7> protocols{{{Protocol::post_all, "post_all"},
                                                          {Protocol::windowed, "windowed"},
                                                          {Protocol::global_once, "global_once"},
                                                          {Protocol::lock, "lock"},
                                                          {Protocol::ready_signal, "ready_signal"},
                                                          {Protocol::pairwise_sync, "pairwise_sync"},
                                                          {Protocol::barrier, "barrier"}}};

inline std::string_view name_of(Protocol protocol) { return spelling_in<Protocol>(protocols, protocol); }

/// Throws Error with the names there are.
inline Protocol protocol_named(std::string_view name) {
  return named_in<Protocol>(protocols, "protocol", name);
}

/// The improvements of the protocol `lock`. Ranka, Shankar, Alsabti 1995, section 5
struct LockOptions {
  bool busy_measure = true;  ///< who finds a receiver busy learns for how long, and leaves it alone meanwhile
  bool early_go_ahead = true;  ///< a receiver is free again when the message has left its sender, not when it
                               ///< has arrived

  bool operator==(const LockOptions&) const = default;
};

/// True for protocols that go phase by phase.
constexpr bool is_phased(Protocol protocol) { return protocol >= Protocol::ready_signal; }

}  // namespace partita
