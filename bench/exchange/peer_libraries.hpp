#pragma once
/// \file The libraries measured beside Partita.

namespace partita::bench {

/// Initialises them for its lifetime, which must end before MPI's. Does nothing if none is built in.
class PeerLibraries {
 public:
  PeerLibraries();
  ~PeerLibraries();
  PeerLibraries(const PeerLibraries&) = delete;
  PeerLibraries& operator=(const PeerLibraries&) = delete;
};

}  // namespace partita::bench
