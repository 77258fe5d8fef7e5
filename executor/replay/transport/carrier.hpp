#pragma once
/// \file Carrier: what a means of moving bytes does for the messages and signals of a replay.

#include <concepts>
#include <cstddef>
#include <cstdint>

#include <partita/executor/replay/memory/replay_memory.hpp>
#include <partita/executor/replay/transport/persistent_requests.hpp>

namespace partita::detail {

/// What became of a message that was to be sent.
enum class Started {
  refused,    ///< there is no room now: ask again
  under_way,  ///< `complete` says when its memory may be changed again
  left        ///< it may be now
};

/// How a rank waits; see Patience.
enum class Waiting {
  by_mpi,  ///< MPI polls, and does between two polls what it does
  polls,   ///< polls memory: each rank has a processor of its own
  yields   ///< polls memory, and leaves the processor to other ranks between two polls
};

/// Types of values that may be the same: some are not known.
constexpr bool may_be_same(std::uint16_t one, std::uint16_t other) {
  return one == other || one == 0 || other == 0;
}

/// A means of moving bytes. Messages are numbered as in the RankPart, separately those that go out and those
/// that come in; signals, which are messages of 0 bytes, have the numbers behind those of data. Which it
/// carries is decided when it is made, in the same way at both ends. None of its calls waits, but for
/// `complete` until something.
///
/// * begin(types, by_tags): the next replay moves values of these types, see types_of
/// * send, signal: `send` packs or sends from the memory, as many bytes as it is told: 0 or all
/// * await, await_signal: the message may come, where its End says or in memory of the carrier's own; what
/// has
///   come for it in the replay before is forgotten
/// * complete(until, arrived, left): arrived(message, place, bytes, types) for what has come since, which
/// stays
///   in its place until it is awaited again; left(message) for what has left
/// * is_idle: nothing is under way
/// * waiting: how to wait for it
template <class C>
concept Carrier = requires(C carrier, const C& same, std::size_t message, std::uint16_t types,
                           const ReplayMemory& memory, const ReplayMemory::End& end, std::size_t bytes,
                           void (&arrived)(std::size_t, const std::byte*, std::size_t, std::uint16_t),
                           void (&left)(std::size_t)) {
  { same.carries_send(message) } -> std::same_as<bool>;
  { same.carries_receive(message) } -> std::same_as<bool>;
  carrier.begin(types, /*by_tags=*/true);
  { carrier.send(message, memory, end, bytes) } -> std::same_as<Started>;
  { carrier.signal(message) } -> std::same_as<Started>;
  carrier.await(message, end);
  carrier.await_signal(message);
  carrier.complete(Until::now, arrived, left);
  { same.is_idle() } -> std::same_as<bool>;
  { same.waiting() } -> std::same_as<Waiting>;
};

}  // namespace partita::detail
