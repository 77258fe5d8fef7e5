#pragma once
/// \file Sends to a few ranks each, when nobody knows yet from whom he receives.

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <partita/support/communicator.hpp>

namespace partita {

/// What goes to, or came from, one rank.
template <class T>
struct Parcel {
  int rank;
  std::vector<T> content;

  bool operator==(const Parcel&) const = default;
};

/// The bytes that go to one rank, not copied.
struct OutgoingBytes {
  int rank;
  std::span<const std::byte> bytes;
};

/// The exchange without types; use `sparse_exchange`. For every message that comes in, in order of arrival,
/// calls `room_for(origin, number of bytes)` and receives it there. Collective.
void exchange_messages(const Communicator& comm, std::span<const OutgoingBytes> outgoing,
                       const std::function<std::byte*(int, std::size_t)>& room_for);

/// Delivers every parcel to the rank it names and returns what the others sent here, ascending by origin. A
/// parcel to oneself is delivered too, by moving it. At most one parcel per rank. Messages are sent from
/// where they lie and received where they stay: give the parcels away with std::move, and nothing is copied.
/// Memory and time linear in what is sent and received: no array as long as the number of ranks anywhere.
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
  std::sort(incoming.begin(), incoming.end(), [](const auto& a, const auto& b) { return a.rank < b.rank; });
  return incoming;
}

/// For fields of values of any type, already packed.
inline std::vector<Parcel<std::byte>> sparse_exchange_bytes(const Communicator& comm,
                                                            std::vector<Parcel<std::byte>> outgoing) {
  return sparse_exchange(comm, std::move(outgoing));
}

}  // namespace partita
