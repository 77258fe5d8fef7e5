#pragma once
/// \file Transport: the means by which messages travel.

#include <array>
#include <string_view>

#include <partita/support/names.hpp>

namespace partita {

/// The means that carries a message from memory to memory. Results do not depend on it.
enum class Transport {
  automatic,  ///< for each message: shared memory between ranks of one host, otherwise MPI
  mpi         ///< persistent requests of MPI
};

/// All transports with their names on command lines and in files.
inline constexpr std::array<Name<Transport>, 2> transports{
    {{Transport::automatic, "automatic"}, {Transport::mpi, "mpi"}}};

/// The name of a transport. Not collective.
inline std::string_view name_of(Transport transport) { return spelling_in<Transport>(transports, transport); }

/// The transport that has this name. Not collective.
/// @throws Error if no transport has this name; the message lists the names
inline Transport transport_named(std::string_view name) {
  return named_in<Transport>(transports, "transport", name);
}

}  // namespace partita
