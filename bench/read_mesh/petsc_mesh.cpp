#include "petsc_mesh.hpp"

#include <petscdmplex.h>

#include "bench/petsc_session.hpp"

namespace partita::bench {

void read_by_petsc(const Communicator& comm, const std::string& file) {
  DM mesh = nullptr;
  check_petsc(DMPlexCreateFromFile(comm.handle(), file.c_str(), "mesh", PETSC_FALSE, &mesh));
  check_petsc(DMDestroy(&mesh));
}

}  // namespace partita::bench
