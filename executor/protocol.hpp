#pragma once
/// \file Protocol: how a phase table is replayed.

#include <array>
#include <string_view>

#include <partita/support/names.hpp>

namespace partita {

/// The condition under which a message is sent.
///
/// In a phased protocol each rank keeps the order of phases for itself: it begins a phase when its own
/// transfers of the phase before are complete (the papers' loose synchrony). Sources: Wang and Ranka 1994,
/// section 6 (S1, S2); Bokhari 1991, section 5 (global_once, pairwise_sync); Wang, Lin, Ranka 1993, section 4
/// (lock); Ranka, Shankar, Alsabti 1995, section 4 (barrier).
enum class Protocol {
  post_all,       ///< S2: at once; receives are posted first
  windowed,       ///< as post_all, but a rank has only a limited number of sends under way
  global_once,    ///< after one barrier behind all posted receives, and after the send before has left
  lock,           ///< DRS_N: when the sender holds the receiver's lock, in any order
  ready_signal,   ///< S1, phased: after a signal (0 bytes) from the receiver
  pairwise_sync,  ///< phased: after signals, both ways, with all partners of the phase
  barrier         ///< phased: after a barrier of all ranks
};

/// All protocols with their names on command lines and in files.
inline constexpr std::array<Name<Protocol>, 7> protocols{{{Protocol::post_all, "post_all"},
                                                          {Protocol::windowed, "windowed"},
                                                          {Protocol::global_once, "global_once"},
                                                          {Protocol::lock, "lock"},
                                                          {Protocol::ready_signal, "ready_signal"},
                                                          {Protocol::pairwise_sync, "pairwise_sync"},
                                                          {Protocol::barrier, "barrier"}}};

/// The name of a protocol. Not collective.
inline std::string_view name_of(Protocol protocol) { return spelling_in<Protocol>(protocols, protocol); }

/// The protocol that has this name. Not collective.
/// @throws Error if no protocol has this name; the message lists the names
inline Protocol protocol_named(std::string_view name) {
  return named_in<Protocol>(protocols, "protocol", name);
}

/// The time that a message by `lock` takes, for its improvements. The default is in round numbers of present
/// hosts. A wrong time makes senders ask too early or too late, and changes nothing else.
struct MessageTime {
  double start_up = 2e-6;           ///< seconds from the inquiry to the first byte
  double seconds_per_byte = 1e-10;  ///< if the receiver sends meanwhile

  bool operator==(const MessageTime&) const = default;
};

/// The improvements of the protocol `lock`. Without them it is DRS_N of 1993: the sender tests and sets the
/// lock of the receiver, sends, and resets the lock when the message has left. A busy receiver is asked again
/// when another has been asked, or at once if there is no other. Sources: Wang, Lin, Ranka 1993, section 4
/// (figure 5, step B); the improvements: Ranka, Shankar, Alsabti 1995, section 5.
struct LockOptions {
  bool busy_measure =
      true;  ///< a busy receiver answers for how long it remains so, and is left alone until then
  bool early_go_ahead =
      true;  ///< a receiver lets the next message come when the one under way is about to end

  MessageTime message = {};  ///< make_plan sets it for its machine

  bool operator==(const LockOptions&) const = default;
};

/// True if a message leaves only when its sender knows that its receive is posted. Not collective.
constexpr bool is_expected(Protocol protocol) { return protocol >= Protocol::global_once; }

/// True if the protocol goes phase by phase. Not collective.
constexpr bool is_phased(Protocol protocol) { return protocol >= Protocol::ready_signal; }

}  // namespace partita
