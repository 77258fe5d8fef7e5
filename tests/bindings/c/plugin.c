/* A plugin with Partita within: it exchanges, and frees all that it made. */
#include <mpi.h>

#include <partita.h>

#define CHECK(call) \
  if ((call) != PARTITA_OK) return partita_error()

/* A value here, and a copy of the next rank's. */
static const char* gather_from_next(MPI_Comm comm, partita_pattern** pattern, partita_exchange** exchange) {
  int rank = 0, ranks = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  const int owner[2] = {rank, (rank + 1) % ranks}, place[2] = {0, 0};
  double values[2] = {rank, -1};
  const partita_field field = partita_rows(PARTITA_DOUBLE, values, 2, 1);
  CHECK(partita_pattern_from_owners(comm, 0, 2, owner, place, pattern));
  CHECK(partita_exchange_new(*pattern, "next", "", exchange));
  CHECK(partita_gather(*exchange, 1, &field));
  return values[1] == owner[1] ? 0 : "a gather brought another value";
}

/* One communicator ends before what was made on it, one after it. */
const char* exchange_and_free(void) {
  MPI_Comm copy = MPI_COMM_NULL;
  partita_pattern* patterns[2] = {0, 0};
  partita_exchange* exchanges[2] = {0, 0};
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  const char* wrong = gather_from_next(MPI_COMM_WORLD, &patterns[0], &exchanges[0]);
  if (!wrong) wrong = gather_from_next(copy, &patterns[1], &exchanges[1]);
  if (wrong) return wrong;
  MPI_Comm_free(&copy);
  for (int k = 0; k < 2; ++k) {
    CHECK(partita_exchange_free(&exchanges[k]));
    CHECK(partita_pattern_free(&patterns[k]));
  }
  return 0;
}
