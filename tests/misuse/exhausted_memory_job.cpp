// A job whose rank 1 has no memory for its N-th allocation, for a hundred N from FIRST on, each STEP after
// the one before, or up to the last of a whole program: it makes, uses and frees what Partita has. Says each
// N on stdout before it tries it, and "end" after the last. See exhausted_memory_test.cpp.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include <mpi.h>

#include <partita/io/checkpoint.hpp>
#include <partita/io/plan_file.hpp>
#include <partita/support/exact_sum.hpp>

#include "tests/misuse/misuse.hpp"

void fail_at_allocation(long number);  // of exhausted_memory.cpp
long allocations_until_failure();

namespace {

using namespace partita;

// @return whether all values were right
bool whole_program(const std::string& folder) {
  const Communicator comm(MPI_COMM_WORLD);
  const InspectedLoop loop = testing_support::ring(comm);
  Exchange chosen(loop.pattern());
  std::vector<double> values{1.0 + comm.rank(), 0};
  chosen.gather(values);
  bool are_right = values[1] == 1.0 + (comm.rank() + 1) % comm.size();
  chosen.scatter_add(values);
  are_right &= values[0] == 2 * (1.0 + comm.rank());

  const MessageVectors vectors = message_vectors(loop.pattern());
  save_plan(vectors, folder + "/plan", make_plan(vectors, {.schedule = {.algorithm = Algorithm::rs_n}}));
  Exchange loaded(loop.pattern(), load_plan(vectors, folder + "/plan"));
  loaded.gather(values);

  const std::vector<global_index> numbers{comm.rank()};
  const std::vector<double> rows{values[0]};
  write_checkpoint(comm, folder + "/checkpoint",
                   {.of = "a ring", .scalars = {{"time", 1.0}}, .fields = {{"q", numbers, rows}}});
  const SavedCheckpoint saved(comm, folder + "/checkpoint", "a ring");
  are_right &= saved.field<double>("q", numbers) == rows;
  return are_right && exact_sum(comm, rows) > 0;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const long step = std::atol(argv[2]);
  const std::string folder = argv[3];
  int is_over = 0;
  for (long n = std::atol(argv[1]), last = n + 100 * step; n < last && is_over == 0; n += step) {
    if (rank == 0) {
      std::printf("%ld\n", n);
      std::fflush(stdout);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    fail_at_allocation(rank == 1 ? n : -1);
    int is_wrong = 0;
    try {
      is_wrong = whole_program(folder) ? 0 : 1;
      is_over = rank == 1 && allocations_until_failure() >= 0 ? 1 : 0;
    } catch (const std::exception& error) {
      fail_at_allocation(-1);
      std::fprintf(stderr, "%ld: %s\n", n, error.what());
    }
    fail_at_allocation(-1);
    MPI_Allreduce(MPI_IN_PLACE, &is_over, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (is_wrong != 0) std::fprintf(stderr, "%ld: a wrong value\n", n);
  }
  if (rank == 0 && is_over != 0) std::printf("end\n");
  MPI_Finalize();
}
