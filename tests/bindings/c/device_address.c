/* Addresses of a device are refused in a sentence; the host's, and managed memory, are exchanged. */
#include <dlfcn.h>
#include <mpi.h>
#include <partita.h>
#include <stdio.h>
#include <string.h>

static int gather(partita_exchange* exchange, void* data) {
  partita_field field = partita_rows(PARTITA_DOUBLE, data, 2, 1);
  return partita_gather(exchange, 1, &field);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  void* const driver = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
  if (driver == NULL) return fprintf(stderr, "usage: device_address DRIVER: %s\n", dlerror()), 2;
  void* const device = dlsym(driver, "device_block");
  void* const managed = dlsym(driver, "managed_block");

  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int owner[] = {rank, (rank + 1) % size}, place[] = {0, size > 1 ? 0 : 1};
  partita_pattern* pattern;
  partita_exchange* exchange;
  int wrong = partita_pattern_from_owners(MPI_COMM_WORLD, 0, 2, owner, place, &pattern) != PARTITA_OK;
  wrong += partita_exchange_new(pattern, "halo", "", &exchange) != PARTITA_OK;

  double host[2] = {rank, -1};
  wrong += gather(exchange, host) != PARTITA_OK || (size > 1 && host[1] != (rank + 1) % size);
  wrong += gather(exchange, managed) != PARTITA_OK;
  wrong += gather(exchange, device) != PARTITA_ERROR;
  wrong += strstr(partita_error(), "field 1 is in a device's memory; give a copy on the host") == NULL;

  wrong += partita_exchange_free(&exchange) != PARTITA_OK || partita_pattern_free(&pattern) != PARTITA_OK;
  MPI_Finalize();
  if (wrong) fprintf(stderr, "rank %d: %d of the expectations do not hold\n", rank, wrong);
  return wrong != 0;
}
