/* replace_your_halo.md: a code that packs what it sends, and unpacks what arrives. */
#include <mpi.h>
#include <partita.h>
#include <stdlib.h>

typedef struct {
  int sends, receives, *send_rank, *send_ptr, *receive_rank,
      *receive_ptr;       /* neighbours; where their messages begin */
  double *send, *receive; /* buffers, message after message */
  partita_exchange* exchange;
} halo;

void make(halo* it) {
  const int n_send = it->send_ptr[it->sends], n_receive = it->receive_ptr[it->receives];
  int* place = malloc((size_t)(n_send + n_receive) * sizeof *place);
  partita_pattern* pattern;
  for (int k = 0; k < n_send + n_receive; ++k) place[k] = k;
  partita_pattern_from_lists(MPI_COMM_WORLD, 0, it->receives, it->receive_rank, it->receive_ptr, place,
                             it->sends, it->send_rank, it->send_ptr, place, &pattern);
  partita_exchange_new(pattern, "points", "bytes=40", &it->exchange);
  partita_pattern_free(&pattern);
  free(place);
}

void begin(halo* it, int values) {
  const partita_field sent = partita_rows(PARTITA_DOUBLE, it->send, it->send_ptr[it->sends], values);
  const partita_field received =
      partita_rows(PARTITA_DOUBLE, it->receive, it->receive_ptr[it->receives], values);
  partita_begin_distribute(it->exchange, 1, &sent, &received);
}

void finish(halo* it) { partita_finish_gather(it->exchange); }
