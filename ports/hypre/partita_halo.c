/* The exchanges of hypre's communication packages, by Partita.
 *
 * hypre packs the values that neighbours need into one buffer, message after message, and finds what arrives
 * in another. Both stay: they are two arrays of entities, those that are sent and those that arrive. The jobs
 * 1, 11 and 21 go from the first to the second, 2, 12 and 22 back. A package has one exchange for both ways
 * and all types, made when the package has been used often enough to be worth it: most serve a few steps of
 * the set-up only. */
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "_hypre_parcsr_mv.h"
#include "partita.h"

enum { USES_BEFORE = 50 };    /* by hypre's own messages; HYPRE_EXCHANGE=N sets another number */
enum { GATHER = 1, SCATTER }; /* what a handle has under way */

typedef struct {
  partita_exchange* exchange;
  int under_way[SCATTER + 1];
} Halo;

static void fail(const char* sentence) {
  fprintf(stderr, "hypre: %s\n", sentence);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

static void check(int code) {
  if (code != PARTITA_OK) {
    fail(partita_error());
  }
}

static HYPRE_Int uses_before(void) {
  static HYPRE_Int uses = -1;
  if (uses < 0) {
    const char* given = getenv("HYPRE_EXCHANGE");
    char* end = NULL;
    const long number = given ? strtol(given, &end, 10) : USES_BEFORE;
    if (given && !strcmp(given, "original")) {
      uses = INT_MAX;
    } else if (given && (end == given || *end || number < 0 || number > INT_MAX)) {
      fail(
          "HYPRE_EXCHANGE is neither original nor a number of uses; give one of them, the same on all ranks");
    } else {
      uses = (HYPRE_Int)number;
    }
  }
  return uses;
}

/* Numbers of hypre, which may have 64 bits, divided by `by`. */
static int* numbers(const HYPRE_Int* from, HYPRE_Int n, HYPRE_Int by) {
  int* to = malloc((n + 1) * sizeof *to);
  HYPRE_Int i;
  for (i = 0; i < n; i++) {
    to[i] = (int)(from[i] / by);
  }
  return to;
}

/* Collective. */
static Halo* make(hypre_ParCSRCommPkg* pkg) {
  const HYPRE_Int parts = pkg->num_components, sends = pkg->num_sends, recvs = pkg->num_recvs;
  int *send_rank = numbers(pkg->send_procs, sends, 1),
      *send_ptr = numbers(pkg->send_map_starts, sends + 1, parts);
  int *recv_rank = numbers(pkg->recv_procs, recvs, 1),
      *recv_ptr = numbers(pkg->recv_vec_starts, recvs + 1, parts);
  const int most = hypre_max(send_ptr[sends], recv_ptr[recvs]);
  int *places = malloc((most + 1) * sizeof *places), i;
  int64_t sent = send_ptr[sends], sent_by_all;
  char name[40], plan[40];
  partita_pattern* pattern;
  Halo* halo = hypre_CTAlloc(Halo, 1, HYPRE_MEMORY_HOST);

  for (i = 0; i < most; i++) {
    places[i] = i;
  }
  check(partita_pattern_from_lists(pkg->comm, 0, (int)recvs, recv_rank, recv_ptr, places, (int)sends,
                                   send_rank, send_ptr, places, &pattern));
  MPI_Allreduce(&sent, &sent_by_all, 1, MPI_INT64_T, MPI_SUM, pkg->comm); /* tells the levels apart */
  sprintf(name, "hypre_%lld", (long long)sent_by_all);
  sprintf(plan, "bytes=%d", (int)(parts * sizeof(HYPRE_Complex)));
  check(partita_exchange_new(pattern, name, plan, &halo->exchange));
  check(partita_pattern_free(&pattern));
  free(places), free(recv_ptr), free(recv_rank), free(send_ptr), free(send_rank);
  return halo;
}

/* Begins what the job says. Returns what is under way then; 0 if the package is to send by itself: in its
 * first uses, on one rank, and if one like it is under way already. Collective. */
HYPRE_Int hypre_PartitaBegin(HYPRE_Int job, hypre_ParCSRCommPkg* pkg, void* send_data, void* recv_data) {
#ifndef HYPRE_WITH_GPU_AWARE_MPI
  const size_t bytes[] = {sizeof(HYPRE_Complex), sizeof(HYPRE_Int), sizeof(HYPRE_BigInt)};
  const int way = job % 10 == 1 ? GATHER : SCATTER;
  Halo* halo = pkg->partita;
  int ranks;
  if (pkg->partita_uses < 0 || job < 1 || job > 22) {
    return 0;
  }
  if (!halo) {
    if (pkg->partita_uses++ < uses_before()) {
      return 0;
    }
    MPI_Comm_size(pkg->comm, &ranks);
    if (ranks == 1) {
      pkg->partita_uses = -1;
      return 0;
    }
    pkg->partita = halo = make(pkg);
  }
  if (halo->under_way[way]) {
    return 0;
  }

  const HYPRE_Int parts = pkg->num_components;
  const size_t each = parts * bytes[job / 10], word = each % 8 ? 4 : 8;
  const partita_type type = word == 8 ? PARTITA_INT64 : PARTITA_INT32;
  const partita_field owned = partita_rows(type, way == GATHER ? send_data : recv_data,
                                           pkg->send_map_starts[pkg->num_sends] / parts, each / word);
  const partita_field ghosts = partita_rows(type, way == GATHER ? recv_data : send_data,
                                            pkg->recv_vec_starts[pkg->num_recvs] / parts, each / word);
  check(way == GATHER ? partita_begin_distribute(halo->exchange, 1, &owned, &ghosts)
                      : partita_begin_collect(halo->exchange, 1, &owned, &ghosts));
  return halo->under_way[way] = way;
#else
  return 0;
#endif
}

/* Collective. */
void hypre_PartitaFinish(hypre_ParCSRCommPkg* pkg, HYPRE_Int way) {
  Halo* halo = pkg->partita;
  check(way == GATHER ? partita_finish_gather(halo->exchange) : partita_finish_scatter(halo->exchange));
  halo->under_way[way] = 0;
}

/* Collective. */
void hypre_PartitaFree(hypre_ParCSRCommPkg* pkg) {
  Halo* halo = pkg->partita;
  if (halo) {
    check(partita_exchange_free(&halo->exchange));
  }
  hypre_TFree(pkg->partita, HYPRE_MEMORY_HOST);
}
