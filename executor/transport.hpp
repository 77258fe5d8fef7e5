#pragma once
/// \file By what way messages travel, by name.

#include <array>
#include <string_view>

#include <partita/support/names.hpp>

namespace partita {

/// The way of a message from memory to memory. Results do not depend on it.
enum class Transport {
  automatic,  ///< each message for itself: shared memory between ranks of one host, else MPI
  mpi,        ///< persistent requests
  shared,     ///< as automatic, and an error when two partners are on different hosts
  neighbour   ///< all messages in one neighbour collective of MPI: direct schedules by post_all alone
};

inline constexpr std::array<Name<Transport>, 4> transports{{{Transport::automatic, "automatic"},
                                                            {Transport::mpi, "mpi"},
                                                            {Transport::shared, "shared"},
                                                            {Transport::neighbour, "neighbour"}}};

inline std::string_view name_of(Transport transport) { return spelling_in<Transport>(transports, transport); }

/// Throws Error with the names there are.
inline Transport transport_named(std::string_view name) {
  return named_in<Transport>(transports, "transport", name);
}

}  // namespace partita
