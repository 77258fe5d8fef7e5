#pragma once
/// \file Carrier: a means of moving some messages and signals of a replay otherwise than by MPI.

#include <concepts>
#include <cstddef>
#include <cstdint>

#include <partita/executor/replay/memory/replay_memory.hpp>

namespace partita::detail {

/// What became of a message that was to be sent.
enum class Started {
  refused,    ///< there is no room now: ask again
  announced,  ///< its length has gone ahead; by MPI it follows, and will be under way
  under_way,  ///< `complete` says when its memory may be changed again
  left        ///< it may be now
};

/// How a rank waits; see Patience.
enum class Waiting {
  by_mpi,  ///< MPI polls, and does between two polls what it does
  polls,   ///< polls memory: each rank has a processor of its own
  yields   ///< polls memory, and leaves the processor to other ranks between two polls
};

/// Messages are numbered as in the RankPart, separately those that go out and those that come in; signals,
/// which are messages of 0 bytes, have the numbers behind those of data. What is carried is decided when the
/// carrier is made, alike at both ends of a message. No call waits.
///
/// * begin(types): the next replay moves values of these types, see types_of
/// * send: packs from the memory, as many bytes as it is told: 0, or all of the End. signal: there is always
///   room
/// * post, post_signal: the message may come; what has come for it in the replay before is forgotten
/// * complete(arrived, announced): arrived(message, place, bytes, types) for what has come since, which stays
///   there until it is posted again; announced(message, end, bytes, types) for what
///   comes by MPI, with the End that was posted, or null for a signal
/// * is_idle: nothing is under way. waiting: how to wait for it
template <class C>
concept Carrier = requires(C carrier, const C& same, std::size_t message, std::uint16_t types,
                           const ReplayMemory& memory, const ReplayMemory::End& end, std::size_t bytes,
                           void (&arrived)(std::size_t, const std::byte*, std::size_t, std::uint16_t),
                           void (&announced)(std::size_t, const ReplayMemory::End*, std::size_t,
                                             std::uint16_t)) {
  { same.carries_send(message) } -> std::same_as<bool>;
  { same.carries_receive(message) } -> std::same_as<bool>;
  carrier.begin(types);
  { carrier.send(message, memory, end, bytes) } -> std::same_as<Started>;
  carrier.signal(message);
  carrier.post(message, end);
  carrier.post_signal(message);
  carrier.complete(arrived, announced);
  { same.is_idle() } -> std::same_as<bool>;
  { same.waiting() } -> std::same_as<Waiting>;
};

}  // namespace partita::detail
