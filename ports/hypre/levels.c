/* Where the exchanges of hypre's AMG take their time: linked to a program, it prints for each communication
 * package, so for each level's matrix and interpolation, what it sends and the microseconds of an exchange,
 * when MPI ends.
 *
 *     mpicc -O2 -I SOURCE/src/hypre/include -c levels.c
 *     make -C SOURCE/src/test ij LDFLAGS="$PWD/levels.o $(nm levels.o | sed -n 's/.* T __wrap_/-Wl,--wrap=/p'
 * | xargs)"
 *
 * An exchange is what hypre spends in its begin and in its finish, without what it computes in between: the
 * median of each rank's exchanges, and the mean of all ranks. Packages count from the first AMG solve on,
 * each without its first 200 exchanges. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "_hypre_parcsr_mv.h"

enum { PACKAGES = 64, FIRST = 200, LAST = 8192 };

static struct package {
  const hypre_ParCSRCommPkg* pkg;
  int uses;
  int64_t messages, values;
  double seconds[LAST + 1]; /* of each use; begun ones are not complete */
} all[PACKAGES];
static int packages, solves;

static struct package* of(const hypre_ParCSRCommPkg* pkg) {
  int k;
  for (k = 0; k < packages && all[k].pkg != pkg; k++) {
  }
  if (k == packages && k < PACKAGES - 1) {
    all[k].pkg = pkg, all[k].messages = pkg->num_sends, all[k].values = pkg->send_map_starts[pkg->num_sends];
    packages++;
  }
  return &all[k];
}

static void add(const hypre_ParCSRCommPkg* pkg, double since, int use) {
  const double seconds = MPI_Wtime() - since;
  struct package* it = of(pkg);
  it->seconds[it->uses] += seconds;
  if (it->uses < LAST) {
    it->uses += use;
  }
}

static int less(const void* a, const void* b) { return *(const double*)a < *(const double*)b ? -1 : 1; }

#define WRAPPED(type, name, parameters, arguments, pkg, use) \
  type __real_##name parameters;                             \
  type __wrap_##name parameters {                            \
    const hypre_ParCSRCommPkg* by = pkg;                     \
    const double since = MPI_Wtime();                        \
    type result = __real_##name arguments;                   \
    if (solves) {                                            \
      add(by, since, use);                                   \
    }                                                        \
    return result;                                           \
  }

WRAPPED(hypre_ParCSRCommHandle*, hypre_ParCSRCommHandleCreate,
        (HYPRE_Int job, hypre_ParCSRCommPkg* pkg, void* send, void* recv), (job, pkg, send, recv), pkg, 0)
WRAPPED(hypre_ParCSRCommHandle*, hypre_ParCSRCommHandleCreate_v2,
        (HYPRE_Int job, hypre_ParCSRCommPkg* pkg, HYPRE_MemoryLocation a, void* send, HYPRE_MemoryLocation b,
         void* recv),
        (job, pkg, a, send, b, recv), pkg, 0)
WRAPPED(HYPRE_Int, hypre_ParCSRCommHandleDestroy, (hypre_ParCSRCommHandle * handle), (handle),
        handle->comm_pkg, 1)

#ifdef HYPRE_USING_PERSISTENT_COMM
hypre_ParCSRPersistentCommHandle* __real_hypre_ParCSRCommPkgGetPersistentCommHandle(HYPRE_Int,
                                                                                    hypre_ParCSRCommPkg*);
hypre_ParCSRPersistentCommHandle* __wrap_hypre_ParCSRCommPkgGetPersistentCommHandle(
    HYPRE_Int job, hypre_ParCSRCommPkg* pkg) {
  hypre_ParCSRPersistentCommHandle* handle = __real_hypre_ParCSRCommPkgGetPersistentCommHandle(job, pkg);
  handle->comm_pkg = pkg;
  return handle;
}
#define VOID_WRAPPED(name, use)                                                                          \
  void __real_##name(hypre_ParCSRPersistentCommHandle*, HYPRE_MemoryLocation, void*);                    \
  void __wrap_##name(hypre_ParCSRPersistentCommHandle* handle, HYPRE_MemoryLocation where, void* data) { \
    const double since = MPI_Wtime();                                                                    \
    __real_##name(handle, where, data);                                                                  \
    if (solves) {                                                                                        \
      add(handle->comm_pkg, since, use);                                                                 \
    }                                                                                                    \
  }
VOID_WRAPPED(hypre_ParCSRPersistentCommHandleStart, 0)
VOID_WRAPPED(hypre_ParCSRPersistentCommHandleWait, 1)
#endif

HYPRE_Int __real_hypre_BoomerAMGSolve(void*, void*, void*, void*);
HYPRE_Int __wrap_hypre_BoomerAMGSolve(void* amg, void* a, void* f, void* u) {
  solves++;
  return __real_hypre_BoomerAMGSolve(amg, a, f, u);
}

int MPI_Finalize(void) {
  int k, rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  for (k = 0; k < packages; k++) {
    int64_t mine[2] = {all[k].messages, all[k].values}, sum[2];
    const int n = all[k].uses - FIRST;
    double median = 0, medians;
    if (n > 0) {
      qsort(all[k].seconds + FIRST, n, sizeof(double), less);
      median = all[k].seconds[FIRST + n / 2];
    }
    MPI_Reduce(mine, sum, 2, MPI_INT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Reduce(&median, &medians, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0 && n > 0) {
      printf("level: %d uses, %lld messages of %.1f values, %.2f us\n", all[k].uses, (long long)sum[0],
             sum[0] ? (double)sum[1] / sum[0] : 0.0, 1e6 * medians / ranks);
    }
  }
  return PMPI_Finalize();
}
