/* Heat spreads over a grid, step by step. Rows travel by NICE's primitives, from and into memory of the program. */
#include <mpi.h>
#include <partita.h>
#include <stdio.h>
#include <stdlib.h>

enum { n = 100 };
static void check(int code) {
  if (code == PARTITA_OK) return;
  fprintf(stderr, "%s\n", partita_error());
  MPI_Abort(MPI_COMM_WORLD, 1);
}

int main(int argc, char** argv) {
  int rank, ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (ranks > n) {
    if (rank == 0) fprintf(stderr, "give at most %d ranks: each owns a row\n", n);
    MPI_Finalize();
    return 1;
  }

  /* Your data: a grid of n x n values, of which a rank owns rows 1 to `rows`, between two rows of its neighbours. */
  const int rows = ((rank + 1) * n + ranks - 1) / ranks - (rank * n + ranks - 1) / ranks;
  double(*heat)[n] = calloc((size_t)rows + 2, sizeof *heat), (*change)[n] = calloc((size_t)rows + 2, sizeof *change);
  if (rank == 0) heat[1][0] = n * n;

  /* The destination vector: which ranks, ascending, and how many values for each. A buffer for each of them. */
  int to[2], destinations = 0;
  int64_t length[2] = {n, n};
  const void* outgoing[2];
  if (rank > 0) outgoing[destinations] = heat[1], to[destinations++] = rank - 1;
  if (rank < ranks - 1) outgoing[destinations] = heat[rows], to[destinations++] = rank + 1;

  /* Schedule, once. The source vector says what comes, and so which buffers it needs. */
  partita_scheduling_table* table;
  int from[2], sources;
  void* incoming[2];
  check(partita_nice_schedule(MPI_COMM_WORLD, destinations, to, length, "rs_n", &table));
  check(partita_nice_sources(table, &sources));
  check(partita_nice_source_vector(table, from, length));
  for (int k = 0; k < sources; ++k) incoming[k] = from[k] < rank ? heat[0] : heat[rows + 1];

  /* The communication phase table (CPT) says what travels in which phase. */
  int phases, sends, receives;
  check(partita_nice_phases(table, &phases, &sends, &receives));
  partita_nice_piece *sent = malloc((size_t)sends * sizeof *sent), *received = malloc((size_t)receives * sizeof *received);
  check(partita_nice_phase_table(table, sent, received));
  for (int k = 0; k < sends && rank == 0; ++k)
    printf("in phase %d of %d rank 0 sends %d values to rank %d\n", sent[k].phase, phases, (int)sent[k].length,
           sent[k].partner);

  /* Communicate: as often as wanted. */
  for (int step = 0; step < 2000; ++step) {
    check(partita_nice_communicate(table, sizeof(double), outgoing, incoming));
    for (int row = 1; row <= rows; ++row)
      for (int k = 0; k < n; ++k) {
        double differences = 0;
        if (row > 1 || rank > 0) differences += heat[row - 1][k] - heat[row][k];
        if (row < rows || rank < ranks - 1) differences += heat[row + 1][k] - heat[row][k];
        if (k > 0) differences += heat[row][k - 1] - heat[row][k];
        if (k < n - 1) differences += heat[row][k + 1] - heat[row][k];
        change[row][k] = 0.2 * differences;
      }
    for (int row = 1; row <= rows; ++row)
      for (int k = 0; k < n; ++k) heat[row][k] += change[row][k];
  }
  double total, mine = 0, warmest;
  check(partita_exact_sums(MPI_COMM_WORLD, 1, rows * n, heat[1], &total));
  for (int k = 0; k < rows * n; ++k) mine = heat[1][k] > mine ? heat[1][k] : mine;
  MPI_Reduce(&mine, &warmest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("heat in all %.6f of %d, warmest vertex %.6f\n", total, n * n, warmest);
  check(partita_nice_free(&table));
  free(heat), free(change), free(sent), free(received);
  MPI_Finalize();
}
