#pragma once
/// \file Sends to a few ranks each, when nobody knows yet from whom he receives.

#include <cstddef>
#include <cstring>
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

/// The same for any trivially copyable type; use `sparse_exchange`.
std::vector<Parcel<std::byte>> sparse_exchange_bytes(const Communicator& comm,
                                                     std::vector<Parcel<std::byte>> outgoing);

/// Delivers every parcel to the rank it names and returns what the others sent here, ascending by origin. A
/// parcel to oneself is delivered too. At most one parcel per rank. Memory and time linear in what is sent
/// and received: no array as long as the number of ranks anywhere.
///
/// Collective, by non-blocking consensus: Hoefler, Siebert, Lumsdaine, "Scalable Communication Protocols for
/// Dynamic Sparse Data Exchange", PPoPP 2010, algorithm NBX.
template <class T>
std::vector<Parcel<T>> sparse_exchange(const Communicator& comm, const std::vector<Parcel<T>>& outgoing) {
  static_assert(std::is_trivially_copyable_v<T>);
  std::vector<Parcel<std::byte>> packed;
  packed.reserve(outgoing.size());
  for (const Parcel<T>& parcel : outgoing) {
    const auto* first = reinterpret_cast<const std::byte*>(parcel.content.data());
    packed.push_back({parcel.rank, {first, first + parcel.content.size() * sizeof(T)}});
  }

  std::vector<Parcel<T>> incoming;
  for (const Parcel<std::byte>& parcel : sparse_exchange_bytes(comm, std::move(packed))) {
    Parcel<T>& unpacked =
        incoming.emplace_back(Parcel<T>{parcel.rank, std::vector<T>(parcel.content.size() / sizeof(T))});
    if (!parcel.content.empty())
      std::memcpy(unpacked.content.data(), parcel.content.data(), parcel.content.size());
  }
  return incoming;
}

}  // namespace partita
