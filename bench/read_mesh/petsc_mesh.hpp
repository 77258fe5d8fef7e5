#pragma once
/// \file A mesh file, read by PETSc.

#include <string>

#include <partita/support/communicator.hpp>

namespace partita::bench {

/// Reads a mesh without its faces and edges, and forgets it. Rank 0 has all of it. Collective.
void read_by_petsc(const Communicator& comm, const std::string& file);

}  // namespace partita::bench
