#pragma once
/// \file Messages from each rank to a few, where a rank does not know yet which ranks send to it.

#include <cstddef>
#include <functional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <partita/support/communicator.hpp>

namespace partita {

/// The values sent to, or received from, one rank.
template <class T>
struct Parcel {
  int rank;
  std::vector<T> content;

  bool operator==(const Parcel&) const = default;
};

/// The bytes sent to one rank, not copied.
struct OutgoingBytes {
  int rank;
  std::span<const std::byte> bytes;
};

/// The exchange without types; use `sparse_exchange`. Calls `room_for(origin, number of bytes)` for every
/// message, in order of arrival, and receives it there. Collective.
void exchange_messages(const Communicator& comm, std::span<const OutgoingBytes> outgoing,
                       const std::function<std::byte*(int, std::size_t)>& room_for);

namespace detail {

/// The positions of `ranks`, ascending by rank.
std::vector<std::size_t> ascending(std::span<const int> ranks);

}  // namespace detail

/// Sends every parcel to the rank it names, and returns the parcels received, ascending by origin. A parcel
/// to this rank is moved. Each rank gets at most one parcel from each other. Nothing is copied if the caller
/// moves the parcels in.
/// Memory and time are linear in the values sent and received, and do not grow with the number of ranks.
///
/// Collective, by non-blocking consensus: Hoefler, Siebert, Lumsdaine, "Scalable Communication Protocols for
/// Dynamic Sparse Data Exchange", PPoPP 2010, algorithm NBX.
template <class T>
std::vector<Parcel<T>> sparse_exchange(const Communicator& comm, std::vector<Parcel<T>> outgoing) {
  static_assert(std::is_trivially_copyable_v<T> && !std::is_same_v<T, bool>);  // vector<bool> has no bytes
  std::vector<Parcel<T>> incoming;
  std::vector<OutgoingBytes> messages;
  for (Parcel<T>& parcel : outgoing) {
    if (parcel.rank == comm.rank())
      incoming.push_back(std::move(parcel));
    else
      messages.push_back({parcel.rank, std::as_bytes(std::span<const T>(parcel.content))});
  }
  exchange_messages(comm, messages, [&](int origin, std::size_t bytes) {
    incoming.push_back({origin, std::vector<T>(bytes / sizeof(T))});
    return reinterpret_cast<std::byte*>(incoming.back().content.data());
  });
  std::vector<int> origins;
  for (const Parcel<T>& parcel : incoming) origins.push_back(parcel.rank);
  std::vector<Parcel<T>> sorted;
  for (const std::size_t k : detail::ascending(origins)) sorted.push_back(std::move(incoming[k]));
  return sorted;
}

/// The same exchange among the ranks of one process; parcels sent and received are by rank. Not collective.
template <class T>
std::vector<std::vector<Parcel<T>>> deliver(std::vector<std::vector<Parcel<T>>> outgoing) {
  std::vector<std::vector<Parcel<T>>> incoming(outgoing.size());
  for (std::size_t from = 0; from < outgoing.size(); ++from)
    for (auto& [to, content] : outgoing[from])
      incoming[to].push_back({static_cast<int>(from), std::move(content)});
  return incoming;
}

}  // namespace partita
