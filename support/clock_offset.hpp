#pragma once
/// \file How far the clocks of ranks are apart.

#include <mpi.h>

namespace partita::detail {

/// Each rank asks its parent in a binomial tree for the time, several times, and believes the answer that
/// came soonest: it is wrong by at most half of that round trip, in each of log2 n levels. Source: Cristian,
/// "Probabilistic clock synchronization", Distributed Computing 3, 1989. MPI may have only one clock
/// (MPI_WTIME_IS_GLOBAL). Collective.
///
/// @param tag  of no message that is under way
/// @return seconds by which this rank's MPI_Wtime is behind rank 0's
double clock_offset(MPI_Comm comm, int tag);

/// The same, and ranks of one host are apart by a tenth of a microsecond at most, however busy it is: they
/// share the clock of its system. Memory for all ranks. Collective.
double clock_offset_by_hosts(MPI_Comm comm, int tag);

}  // namespace partita::detail
