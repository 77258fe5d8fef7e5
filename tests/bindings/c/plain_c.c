/* The header is C99: every rank sends its value to the next. */
#define _POSIX_C_SOURCE 200112L /* setenv */
#include <partita.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int check(int is_right, const char* what) {
  if (!is_right) fprintf(stderr, "plain_c: %s; the last error: %s\n", what, partita_error());
  return is_right ? 0 : 1;
}

static int sentences = 0;

static void count(const char* sentence) { sentences += strncmp(sentence, "partita: ", 9) == 0; }

static void keep_larger(void* owned, const void* contribution, partita_type type, void* calls) {
  const double given = *(const double*)contribution;
  if (type == PARTITA_DOUBLE && given > *(double*)owned) *(double*)owned = given;
  ++*(int*)calls;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  setenv("PARTITA_VERBOSE", "1", 1);
  partita_set_message_sink(count);
  int rank = 0, ranks = 0, failed = 0, calls = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int before = (rank + ranks - 1) % ranks, after = (rank + 1) % ranks;
  const int ptr[] = {0, 1}, sent[] = {0}, received[] = {1};

  partita_pattern* ring = NULL;
  partita_exchange* halo = NULL;
  failed += check(partita_pattern_from_lists(MPI_COMM_WORLD, 0, 1, &before, ptr, received, 1, &after, ptr, sent,
                                             &ring) == PARTITA_OK, "no pattern");
  failed += check(partita_exchange_new(ring, "ring", "", &halo) == PARTITA_OK, "no exchange");
  failed += check(sentences == (rank == 0), "the plan is not said");
  failed += check(strncmp(partita_build() + strlen("Partita "), partita_version(), strlen(partita_version())) == 0,
                  "no version");

  double values[2] = {rank, -1};
  const partita_field field = partita_rows(PARTITA_DOUBLE, values, 2, 1);
  failed += check(partita_gather(halo, 1, &field) == PARTITA_OK && values[1] == before, "no value of the rank before");
  values[1] = 100 + rank;
  failed += check(partita_scatter_with(halo, keep_larger, &calls, 1, &field) == PARTITA_OK && calls == 1 &&
                  values[0] == 100 + after, "no contribution of the rank after");
  failed += check(partita_gather(halo, 0, &field) == PARTITA_ERROR && partita_error()[0] != '\0', "no error");

  double sum = 0;
  failed += check(partita_exact_sums(MPI_COMM_WORLD, 1, 1, &values[0], &sum) == PARTITA_OK &&
                  sum == 100 * ranks + ranks * (ranks - 1) / 2, "no sum");
  failed += check(partita_exchange_free(&halo) == PARTITA_OK && halo == NULL, "the exchange is not freed");
  failed += check(partita_pattern_free(&ring) == PARTITA_OK && ring == NULL, "the pattern is not freed");
  MPI_Finalize();
  return failed != 0;
}
