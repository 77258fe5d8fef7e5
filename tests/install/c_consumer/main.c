/* Saves the plan of an exchange, if this program is linked with files. */
#include <mpi.h>
#include <partita.h>
#include <stdio.h>

int main(int argc, char** argv) {
  const int owner = 0, place = 0;
  partita_pattern* pattern;
  partita_exchange* exchange;
  MPI_Init(&argc, &argv);
  if (partita_pattern_from_owners(MPI_COMM_SELF, 0, 1, &owner, &place, &pattern) != PARTITA_OK ||
      partita_exchange_new(pattern, "own", "", &exchange) != PARTITA_OK)
    return 1;
  puts(partita_exchange_save(exchange, argv[1]) == PARTITA_OK ? "saved" : partita_error());
  partita_exchange_free(&exchange);
  partita_pattern_free(&pattern);
  MPI_Finalize();
  return 0;
}
