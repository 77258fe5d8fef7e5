#pragma once
/// \file Protocol: how a phase table is replayed.

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
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

/// The signals (0 bytes) of a phase.
enum class Signals {
  none,
  to_senders,  ///< from each receiver to its sender, which waits for it
  both_ways    ///< between all partners of the phase, which wait for all of theirs
};

/// The barriers of all ranks.
enum class Barriers { none, one_before_all, before_each_phase };

/// How many sends of a rank may be under way at once.
enum class SendsAtOnce {
  all,
  window,  ///< Way::window
  one
};

/// The rule of a protocol, in columns.
struct ProtocolRule {
  bool is_phased = false;  ///< each rank goes phase by phase
  Signals signals = Signals::none;
  Barriers barriers = Barriers::none;
  SendsAtOnce at_once = SendsAtOnce::all;
  bool by_lock = false;  ///< a message waits for the lock of its receiver

  /// True if a message leaves only when its sender knows that its receive is posted.
  constexpr bool is_expected() const {
    return by_lock || signals != Signals::none || barriers != Barriers::none;
  }

  /// True if long messages between hosts are sent in fragments: no fragment waits for a receive to be posted.
  constexpr bool sends_fragments() const { return is_phased && is_expected(); }

  /// True if nothing keeps a message back.
  constexpr bool is_free() const { return !is_phased && !is_expected() && at_once == SendsAtOnce::all; }

  /// True if messages wait for their receivers, or for all ranks, in each phase: then few meet at a receiver.
  constexpr bool keeps_apart() const {
    return by_lock || signals != Signals::none || barriers == Barriers::before_each_phase;
  }
};

/// A protocol is a row: what the replay, the prediction, the choice, the check and the tests know of it.
struct ProtocolEntry : Name<Protocol>, ProtocolRule {};

/// All protocols, in the order of the enumerators.
inline constexpr ProtocolEntry protocol_entries[] = {
    {{Protocol::post_all, "post_all"}, {}},
    {{Protocol::windowed, "windowed"}, {.at_once = SendsAtOnce::window}},
    {{Protocol::global_once, "global_once"},
     {.barriers = Barriers::one_before_all, .at_once = SendsAtOnce::one}},
    {{Protocol::lock, "lock"}, {.by_lock = true}},
    {{Protocol::ready_signal, "ready_signal"}, {.is_phased = true, .signals = Signals::to_senders}},
    {{Protocol::pairwise_sync, "pairwise_sync"}, {.is_phased = true, .signals = Signals::both_ways}},
    {{Protocol::barrier, "barrier"}, {.is_phased = true, .barriers = Barriers::before_each_phase}}};

static_assert([] {
  for (std::size_t k = 0; k < std::size(protocol_entries); ++k)
    if (protocol_entries[k].value != static_cast<Protocol>(k)) return false;
  return true;
}());

// Signals and barriers of phases need phases; a barrier before all messages lets no phase end before it; a
// lock is all that its stage waits for.
static_assert(std::ranges::all_of(protocol_entries, [](const ProtocolRule& rule) {
  const bool of_phases = rule.signals != Signals::none || rule.barriers == Barriers::before_each_phase;
  const bool before_all = rule.barriers == Barriers::one_before_all;
  return rule.is_phased ? !before_all && !rule.by_lock : !of_phases && !(rule.by_lock && before_all);
}));

/// The row of a protocol. Not collective.
constexpr const ProtocolEntry& entry_of(Protocol protocol) {
  return protocol_entries[static_cast<std::size_t>(protocol)];
}

/// All protocols with their names.
inline constexpr auto protocols = [] {
  std::array<Name<Protocol>, std::size(protocol_entries)> names{};
  for (std::size_t k = 0; k < names.size(); ++k) names[k] = protocol_entries[k];
  return names;
}();

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

}  // namespace partita
