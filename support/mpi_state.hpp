#pragma once
/// \file Whether MPI is running, and whether ranks may still do something together.

#include <mpi.h>

namespace partita::detail {

/// MPI has ended, and with it all that was to be freed.
bool mpi_is_finalized();

/// Nothing may be freed collectively: MPI has ended, or an error unwinds this rank and the others may never
/// come.
bool is_torn_down();

/// @param comm  that something is to be made of, if it is the program's. The world of MPI_Init has begun
/// then, or
///              else an MPI session, of which MPI_Initialized knows nothing
/// @throws Error unless MPI is running
void require_mpi(MPI_Comm comm = MPI_COMM_NULL);

}  // namespace partita::detail
