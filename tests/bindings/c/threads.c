/* Under MPI_THREAD_MULTIPLE, threads exchange at once, each on a communicator of its own. */
#include <mpi.h>
#include <partita.h>
#include <stdio.h>

enum { threads = 3, steps = 2000 };

static int check(int code) {
  if (code != PARTITA_OK) fprintf(stderr, "%s\n", partita_error());
  return code != PARTITA_OK;
}

/* A ring: entity 0 is this rank's, entity 1 a copy of the next rank's. */
static int exchange_on(MPI_Comm comm, int thread) {
  int rank, ranks, failures = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  const int owner[2] = {rank, (rank + 1) % ranks}, place[2] = {0, 0};
  partita_pattern* pattern = NULL;
  partita_exchange* exchange = NULL;
  failures += check(partita_pattern_from_owners(comm, 0, 2, owner, place, &pattern));
  failures += check(partita_exchange_new(pattern, "ring", thread == 1 ? "mpi" : "", &exchange));
  for (int step = 0; step < steps && failures == 0; ++step) {
    double values[2] = {rank + 10.0 * step + 0.1 * thread, -1}, sum;
    const partita_field field = partita_rows(PARTITA_DOUBLE, values, 2, 1);
    failures += check(partita_gather(exchange, 1, &field));
    failures += values[1] != owner[1] + 10.0 * step + 0.1 * thread;
    if (step % 100 == 0) {
      const double one = 1;
      failures += check(partita_exact_sums(comm, 1, 1, &one, &sum)) || sum != ranks;
    }
  }
  failures += check(partita_exchange_free(&exchange));
  failures += check(partita_pattern_free(&pattern));
  return failures;
}

int main(int argc, char** argv) {
  int provided, failures = 0;
  MPI_Comm comms[threads];
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  for (int thread = 0; thread < threads; ++thread) MPI_Comm_dup(MPI_COMM_WORLD, &comms[thread]);
  if (provided < MPI_THREAD_MULTIPLE) {
    printf("skipped: this MPI has no MPI_THREAD_MULTIPLE\n");
  } else {
#pragma omp parallel for num_threads(threads) schedule(static, 1) reduction(+ : failures)
    for (int thread = 0; thread < threads; ++thread) failures += exchange_on(comms[thread], thread);
  }
  for (int thread = 0; thread < threads; ++thread) MPI_Comm_free(&comms[thread]);
  MPI_Finalize();
  return failures > 0;
}
