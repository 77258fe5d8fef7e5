#pragma once
/// \file A profile of the exchanges, loops and reductions of a communicator: see
/// docs/find_out_what_is_slow.md.

#include <string>

#include <partita/support/communicator.hpp>

namespace partita {

/// Keeps a profile from now on, as PARTITA_PROFILE does from the beginning: to be called before the exchanges
/// are made that it is to show. When the communicator ends, rank 0 writes the file, whole or not at all, and
/// says where the time went. Collective.
///
/// @param file  JSON; the name that rank 0 gives
void start_profile(const Communicator& comm, const std::string& file);

/// Writes the file with what is known now, and says the same. Nothing without a profile. Collective.
void write_profile(const Communicator& comm);

}  // namespace partita
