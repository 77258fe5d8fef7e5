/* Heat spreads over the edges of a mesh, step by step: edge_loop.cpp in C. */
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
  int rank, ranks, edges = 0, owned = 0, ghosts, k, step;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);

  /* Your mesh: a grid of n x n vertices, of which a rank owns rows. Both owners of an edge execute it. */
  const int first = (rank * n + ranks - 1) / ranks, end = ((rank + 1) * n + ranks - 1) / ranks;
  int64_t *global = malloc(n * n * sizeof *global), *ends = malloc(4 * n * n * sizeof *ends);
  for (int v = first * n; v < end * n; ++v) global[owned++] = v;
  for (int v = (first > 0 ? first - 1 : 0) * n; v < end * n; ++v) {
    if (v / n >= first && v % n < n - 1) ends[2 * edges] = v, ends[2 * edges++ + 1] = v + 1;
    if (v / n < n - 1) ends[2 * edges] = v, ends[2 * edges++ + 1] = v + n;
  }

  /* Inspect, schedule: once. Owned values first, then the ghosts. */
  partita_pattern* vertices;
  partita_exchange* halo;
  int* local = malloc(2 * (size_t)edges * sizeof *local);
  check(partita_pattern_from_references(MPI_COMM_WORLD, 0, owned, global, 2 * edges, ends, local, &ghosts, &vertices));
  check(partita_exchange_new(vertices, "vertices", "", &halo));

  /* Execute: as often as wanted. */
  double *heat = calloc((size_t)(owned + ghosts), sizeof *heat), *change = malloc((size_t)(owned + ghosts) * sizeof *heat);
  partita_field field = partita_rows(PARTITA_DOUBLE, heat, owned + ghosts, 1);
  if (rank == 0) heat[0] = n * n;
  for (step = 0; step < 2000; ++step) {
    check(partita_gather(halo, 1, &field));
    for (k = 0; k < owned + ghosts; ++k) change[k] = 0;
    for (k = 0; k < edges; ++k) {
      const int a = local[2 * k], b = local[2 * k + 1];
      const double flow = 0.2 * (heat[a] - heat[b]);
      change[a] -= flow;
      change[b] += flow;
    }
    for (k = 0; k < owned; ++k) heat[k] += change[k];
  }
  double total, mine = 0, warmest;
  check(partita_exact_sums(MPI_COMM_WORLD, 1, owned, heat, &total));
  for (k = 0; k < owned; ++k) mine = heat[k] > mine ? heat[k] : mine;
  MPI_Reduce(&mine, &warmest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("heat in all %.6f of %d, warmest vertex %.6f\n", total, n * n, warmest);
  check(partita_exchange_free(&halo)), check(partita_pattern_free(&vertices));
  free(global), free(ends), free(local), free(heat), free(change);
  MPI_Finalize();
}
