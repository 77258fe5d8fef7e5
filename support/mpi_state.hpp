#pragma once
/// \file Whether MPI is running, and whether ranks may still do something together.

namespace partita::detail {

/// MPI has ended, and with it all that was to be freed.
bool mpi_is_finalized();

/// Nothing may be freed collectively: MPI has ended, or an error unwinds this rank and the others may never
/// come.
bool is_torn_down();

/// @throws Error unless MPI is running
void require_mpi();

}  // namespace partita::detail
