#include "peer_libraries.hpp"

#ifdef PARTITA_WITH_PETSC
#include <petscsys.h>
#endif
#ifdef PARTITA_WITH_TPETRA
#include <Kokkos_Core.hpp>
#endif

namespace partita::bench {

PeerLibraries::PeerLibraries() {
#ifdef PARTITA_WITH_PETSC
  PetscInitializeNoArguments();
  PetscPopSignalHandler();  // crashes must behave as in other programs
#endif
#ifdef PARTITA_WITH_TPETRA
  Kokkos::initialize();
#endif
}

PeerLibraries::~PeerLibraries() {
#ifdef PARTITA_WITH_TPETRA
  Kokkos::finalize();
#endif
#ifdef PARTITA_WITH_PETSC
  PetscFinalize();
#endif
}

}  // namespace partita::bench
