#pragma once
/// \file The libraries that are measured beside Partita.

namespace partita::bench {

/// They are initialised as long as this lives; it lives as long as MPI at most. Does nothing where none is
/// built in.
class PeerLibraries {
 public:
  PeerLibraries();
  ~PeerLibraries();
  PeerLibraries(const PeerLibraries&) = delete;
  PeerLibraries& operator=(const PeerLibraries&) = delete;
};

}  // namespace partita::bench
