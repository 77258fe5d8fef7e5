#include <exception>

#include <partita/support/error.hpp>
#include <partita/support/mpi_state.hpp>

namespace partita::detail {

bool mpi_is_finalized() {
  int finalized = 0;
  MPI_Finalized(&finalized);
  return finalized != 0;
}

bool is_torn_down() { return mpi_is_finalized() || std::uncaught_exceptions() > 0; }

void require_mpi(MPI_Comm comm) {
  int has_begun = 1;
  if (comm == MPI_COMM_WORLD || comm == MPI_COMM_SELF) MPI_Initialized(&has_begun);
  if (has_begun == 0 || mpi_is_finalized())
    throw Error("MPI is not running; use Partita between MPI_Init and MPI_Finalize");
}

}  // namespace partita::detail
