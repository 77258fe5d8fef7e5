// The inspector alone: rank 0 owns two values.
#include <cstdio>
#include <vector>

#include <mpi.h>

#include <partita/inspector/translation_table.hpp>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  {
    const partita::Communicator comm(MPI_COMM_WORLD);
    const std::vector<int> parts(comm.rank() == 0 ? 2 : 0, 0);
    const auto table = partita::TranslationTable::from_partition(comm, parts);
    std::printf("rank %d owns %d values\n", comm.rank(), static_cast<int>(table.owned()));
  }
  MPI_Finalize();
}
