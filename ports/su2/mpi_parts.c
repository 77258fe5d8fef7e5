/* Where the time of an MPI program goes: preloaded, it prints the seconds that ranks spend in exchanges, in
 * collectives and in neither, from MPI_Init to MPI_Finalize, the mean of all ranks.
 *
 *     mpicc -O2 -shared -fPIC -o mpi_parts.so ports/su2/mpi_parts.c
 *     mpirun -n 2 -x LD_PRELOAD=$PWD/mpi_parts.so SU2_CFD run.cfg
 *
 * Exchanges are what begins or waits for messages between two ranks, and processors given up while a rank
 * waits. Take the difference of a long run and a short one: then the set-up does not count. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <sched.h>
#include <stdio.h>

enum { exchanges, collectives, parts };
static double seconds[parts], began;
static long calls[parts];
static int inside; /* a call that another makes counts once */

static double enter(void) {
  ++inside;
  return PMPI_Wtime();
}
static int leave(int part, double since, int code) {
  if (--inside == 0) seconds[part] += PMPI_Wtime() - since, ++calls[part];
  return code;
}
#define TIMED(part, name, parameters, arguments)      \
  int MPI_##name parameters {                         \
    const double since = enter();                     \
    return leave(part, since, PMPI_##name arguments); \
  }

TIMED(exchanges, Isend, (const void* b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c, MPI_Request* r),
      (b, n, t, to, tag, c, r))
TIMED(exchanges, Irecv, (void* b, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Request* r),
      (b, n, t, from, tag, c, r))
TIMED(exchanges, Start, (MPI_Request * r), (r))
TIMED(exchanges, Startall, (int n, MPI_Request* r), (n, r))
TIMED(exchanges, Test, (MPI_Request * r, int* flag, MPI_Status* s), (r, flag, s))
TIMED(exchanges, Testall, (int n, MPI_Request* r, int* flag, MPI_Status* s), (n, r, flag, s))
TIMED(exchanges, Testsome, (int n, MPI_Request* r, int* m, int* k, MPI_Status* s), (n, r, m, k, s))
TIMED(exchanges, Iprobe, (int from, int tag, MPI_Comm c, int* flag, MPI_Status* s), (from, tag, c, flag, s))
TIMED(exchanges, Wait, (MPI_Request * r, MPI_Status* s), (r, s))
TIMED(exchanges, Waitall, (int n, MPI_Request* r, MPI_Status* s), (n, r, s))
TIMED(exchanges, Waitany, (int n, MPI_Request* r, int* k, MPI_Status* s), (n, r, k, s))
TIMED(exchanges, Waitsome, (int n, MPI_Request* r, int* m, int* k, MPI_Status* s), (n, r, m, k, s))
TIMED(collectives, Allreduce, (const void* a, void* b, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c),
      (a, b, n, t, o, c))
TIMED(collectives, Reduce, (const void* a, void* b, int n, MPI_Datatype t, MPI_Op o, int root, MPI_Comm c),
      (a, b, n, t, o, root, c))
TIMED(collectives, Bcast, (void* b, int n, MPI_Datatype t, int root, MPI_Comm c), (b, n, t, root, c))
TIMED(collectives, Barrier, (MPI_Comm c), (c))

int sched_yield(void) {
  static int (*next)(void);
  if (!next) *(void**)&next = dlsym(RTLD_NEXT, "sched_yield");
  if (inside || began == 0) return next();
  const double since = enter();
  return leave(exchanges, since, next());
}

int MPI_Init(int* argc, char*** argv) {
  const int code = PMPI_Init(argc, argv);
  began = PMPI_Wtime();
  return code;
}

int MPI_Finalize(void) {
  double mine[parts + 1] = {seconds[exchanges], seconds[collectives], PMPI_Wtime() - began}, all[parts + 1];
  int rank, ranks;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &ranks);
  PMPI_Reduce(mine, all, parts + 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0)
    fprintf(stderr, "mpi_parts: %.6f s in exchanges, %.6f s in %ld collectives, %.6f s in neither\n",
            all[0] / ranks, all[1] / ranks, calls[collectives], (all[2] - all[0] - all[1]) / ranks);
  began = 0;
  return PMPI_Finalize();
}
