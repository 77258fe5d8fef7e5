// On two ranks: fails if a message and its answer come sooner than after twice so many milliseconds, or if
// long messages arrive with other bytes than were sent. A delay line may take longer on a busy machine, but
// never less.
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

#include <mpi.h>

namespace {

// Seconds until the same values are back.
double there_and_back(int rank, std::vector<int>& values) {
  const int count = static_cast<int>(values.size()), other = 1 - rank;
  const double began = MPI_Wtime();
  if (rank == 0) MPI_Send(values.data(), count, MPI_INT, other, 0, MPI_COMM_WORLD);
  MPI_Recv(values.data(), count, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank == 1) MPI_Send(values.data(), count, MPI_INT, other, 0, MPI_COMM_WORLD);
  return MPI_Wtime() - began;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const double least = argc > 1 ? 2e-3 * std::atof(argv[1]) : 0;
  bool fails = false;
  for (const int count : {1, 300000}) {
    std::vector<int> sent(static_cast<std::size_t>(count));
    std::iota(sent.begin(), sent.end(), 0);
    for (int repeat = 0; repeat < 3; ++repeat) {
      std::vector<int> values = sent;
      const double seconds = there_and_back(rank, values);
      fails = fails || values != sent || (rank == 0 && seconds < least);
      if (rank == 0) std::printf("%d bytes and back: %.3f ms\n", 4 * count, 1e3 * seconds);
    }
  }
  MPI_Allreduce(MPI_IN_PLACE, &fails, 1, MPI_CXX_BOOL, MPI_LOR, MPI_COMM_WORLD);
  MPI_Finalize();
  return fails ? EXIT_FAILURE : EXIT_SUCCESS;
}
