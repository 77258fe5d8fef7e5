// What the interfaces of partita.F90 call: partita.h with Fortran's communicators, arrays and optional
// errors.
#include "bindings/c/calls.hpp"

#include <array>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <thread>
#include <vector>

#include <mpi.h>

#include "bindings/c/handles.hpp"
#include "bindings/fortran/descriptors.hpp"

using partita::Error;
using namespace partita::fortran;

namespace {

struct Pattern {
  partita_pattern* handle;
};
struct Exchange {
  partita_exchange* handle;
  int layout;
};

// A caller that takes no errors is ended with one sentence. All ranks have the same one after a collective
// error: the first says it, and ends the others, unless it takes no part.
void report(int code, int* error, const char* procedure) {
  if (error != nullptr) *error = code;
  if (code == PARTITA_OK || error != nullptr) return;
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (code == PARTITA_COLLECTIVE_ERROR && rank != 0) std::this_thread::sleep_for(std::chrono::seconds(1));
  std::fprintf(stderr, "%s: %s\n", procedure, partita_error());
  std::fflush(stderr);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

using Arrays = std::array<const CFI_cdesc_t*, 4>;

// Calls exchange_fields(exchange, number of fields, fields) with the arrays that are present.
template <class Call>
void with_fields(const Exchange& exchange, const Arrays& arrays, int* error, const char* procedure,
                 Call&& exchange_fields) {
  std::array<partita_field, 4> fields;
  int number = 0;
  int code = partita::c::call([&] {
    if (exchange.handle == nullptr) throw Error("the exchange was not made; call partita_exchange_new first");
    try {
      for (const CFI_cdesc_t* array : arrays)
        if (array != nullptr) {
          const auto layout = static_cast<Layout>(exchange.layout);
          fields[static_cast<std::size_t>(number)] = field_of(
              *array, number + 1, layout, exchange.handle->entities_of(static_cast<std::size_t>(number)));
          ++number;
        }
    } catch (const Error& wrong) {
      throw Error(exchange.handle->here(), wrong.what());
    }
  });
  if (code == PARTITA_OK) code = exchange_fields(exchange.handle, number, fields.data());
  report(code, error, procedure);
}

// Calls exchange_fields(exchange, 1, the array on the root, the field of entities).
template <class Call>
void with_array(const Exchange& exchange, const CFI_cdesc_t& array, const CFI_cdesc_t& a, int* error,
                const char* procedure, Call&& exchange_fields) {
  partita_field of_root = {}, of_entities = {};
  int code = partita::c::call([&] {
    if (exchange.handle == nullptr) throw Error("the exchange was not made; call partita_exchange_new first");
    const auto layout = static_cast<Layout>(exchange.layout);
    of_entities = field_of(a, 1, layout, exchange.handle->places_of(0).ghost_extent());
    const int owned = exchange.handle->places_of(0).owned_extent();
    if (owned > 0) of_root = field_of(array, 1, layout, owned);
  });
  if (code == PARTITA_OK) code = exchange_fields(exchange.handle, 1, &of_root, &of_entities);
  report(code, error, procedure);
}

int base_of(const int* base) { return base ? *base : 1; }

}  // namespace

extern "C" {

void partita_f_pattern_from_lists(MPI_Fint comm, int n_recv, const int* recv_rank, const int* recv_ptr,
                                  const int* recv_list, int n_send, const int* send_rank, const int* send_ptr,
                                  const int* send_list, Pattern* pattern, const int* base, int* error) {
  report(partita_pattern_from_lists(MPI_Comm_f2c(comm), base_of(base), n_recv, recv_rank, recv_ptr, recv_list,
                                    n_send, send_rank, send_ptr, send_list, &pattern->handle),
         error, "partita_pattern_from_lists");
}

void partita_f_pattern_from_owners(MPI_Fint comm, int n, const int* owner, const int* place, Pattern* pattern,
                                   const int* base, int* error) {
  report(partita_pattern_from_owners(MPI_Comm_f2c(comm), base_of(base), n, owner, place, &pattern->handle),
         error, "partita_pattern_from_owners");
}

void partita_f_pattern_from_ids(MPI_Fint comm, int n, const int64_t* id, Pattern* pattern, const int* owner,
                                int* error) {
  report(partita_pattern_from_ids(MPI_Comm_f2c(comm), n, id, owner, &pattern->handle), error,
         "partita_pattern_from_ids");
}

void partita_f_pattern_from_references(MPI_Fint comm, int owned, const int64_t* global, std::size_t n,
                                       const int64_t* references, int* local, int* ghosts, Pattern* pattern,
                                       int* error) {
  report(partita_pattern_from_references(MPI_Comm_f2c(comm), 1, owned, global, static_cast<std::ptrdiff_t>(n),
                                         references, local, ghosts, &pattern->handle),
         error, "partita_pattern_from_references");
}

void partita_f_pattern_from_root(MPI_Fint comm, int root, int n, const int* place, Pattern* pattern,
                                 int* error) {
  std::vector<int64_t> places;
  for (int k = 0; k < n; ++k) places.push_back(std::int64_t{place[k]} - 1);
  report(partita_pattern_from_root(MPI_Comm_f2c(comm), root, n, places.data(), &pattern->handle), error,
         "partita_pattern_from_root");
}

void partita_f_pattern_free(Pattern* pattern, int* error) {
  report(partita_pattern_free(&pattern->handle), error, "partita_pattern_free");
}

void partita_f_exchange_new(const Pattern* pattern, Exchange* exchange, const char* name, const char* plan,
                            const char* layout, int* error) {
  const std::string_view words(layout);
  int code = partita::c::call([&] {
    if (words.empty() || words == "last")
      exchange->layout = entities_last;
    else if (words == "first")
      exchange->layout = entities_first;
    else if (words == "blocks")
      exchange->layout = blocks;
    else
      throw Error("there is no layout \"", layout, "\"; there are last, first and blocks");
  });
  if (code == PARTITA_OK) code = partita_exchange_new(pattern->handle, name, plan, &exchange->handle);
  report(code, error, "partita_exchange_new");
}

void partita_f_exchange_of_counts(const Pattern* pattern, Exchange* exchange, const int* counts,
                                  const CFI_cdesc_t* a, const char* name, const char* plan, int* error) {
  partita_field field = {};
  exchange->layout = entities_last;
  int code = partita::c::call([&] {
    if (pattern->handle == nullptr) throw Error("the pattern was not made");
    field = field_of(*a, 1, entities_last, pattern->handle->placed.places.ghost_extent());
    field.counts = counts;
  });
  const partita_pattern* const of = pattern->handle;
  if (code == PARTITA_OK) code = partita_exchange_of(1, &of, &field, name, plan, &exchange->handle);
  report(code, error, "partita_exchange_of_counts");
}

void partita_f_exchange_free(Exchange* exchange, int* error) {
  report(partita_exchange_free(&exchange->handle), error, "partita_exchange_free");
}

void partita_f_gather(const Exchange* exchange, const CFI_cdesc_t* a, const CFI_cdesc_t* b,
                      const CFI_cdesc_t* c, const CFI_cdesc_t* d, int* error) {
  with_fields(*exchange, {a, b, c, d}, error, "partita_gather", partita_gather);
}

void partita_f_begin_gather(const Exchange* exchange, const CFI_cdesc_t* a, const CFI_cdesc_t* b,
                            const CFI_cdesc_t* c, const CFI_cdesc_t* d, int* error) {
  with_fields(*exchange, {a, b, c, d}, error, "partita_begin_gather", partita_begin_gather);
}

void partita_f_finish_gather(const Exchange* exchange, int* error) {
  report(partita_finish_gather(exchange->handle), error, "partita_finish_gather");
}

void partita_f_scatter(const Exchange* exchange, int operation, const CFI_cdesc_t* a, const CFI_cdesc_t* b,
                       const CFI_cdesc_t* c, const CFI_cdesc_t* d, int* error) {
  with_fields(*exchange, {a, b, c, d}, error, "partita_scatter",
              [&](partita_exchange* it, int number, const partita_field* fields) {
                return partita_scatter(it, static_cast<partita_operation>(operation), number, fields);
              });
}

void partita_f_begin_scatter(const Exchange* exchange, int operation, const CFI_cdesc_t* a,
                             const CFI_cdesc_t* b, const CFI_cdesc_t* c, const CFI_cdesc_t* d, int* error) {
  with_fields(*exchange, {a, b, c, d}, error, "partita_begin_scatter",
              [&](partita_exchange* it, int number, const partita_field* fields) {
                return partita_begin_scatter(it, static_cast<partita_operation>(operation), number, fields);
              });
}

void partita_f_finish_scatter(const Exchange* exchange, int* error) {
  report(partita_finish_scatter(exchange->handle), error, "partita_finish_scatter");
}

void partita_f_collect(const Exchange* exchange, const CFI_cdesc_t* array, const CFI_cdesc_t* a, int* error) {
  with_array(*exchange, *array, *a, error, "partita_collect", partita_collect);
}

void partita_f_distribute(const Exchange* exchange, const CFI_cdesc_t* array, const CFI_cdesc_t* a,
                          int* error) {
  with_array(*exchange, *array, *a, error, "partita_distribute", partita_distribute);
}

void partita_f_exact_sums(MPI_Fint comm, int sums, std::size_t n, const double* values, double* result,
                          int* error) {
  report(partita_exact_sums(MPI_Comm_f2c(comm), sums, static_cast<std::ptrdiff_t>(n), values, result), error,
         "partita_exact_sum");
}

void partita_f_exact_dot(MPI_Fint comm, std::size_t n, const double* a, const double* b, double* result,
                         int* error) {
  report(partita_exact_dot(MPI_Comm_f2c(comm), static_cast<std::ptrdiff_t>(n), a, b, result), error,
         "partita_exact_dot");
}

void partita_f_error_text(int room, char* text, int* length) {
  const std::string_view sentence = partita_error();
  *length = static_cast<int>(std::min(sentence.size(), static_cast<std::size_t>(room)));
  std::memcpy(text, sentence.data(), static_cast<std::size_t>(*length));
}

}  // extern "C"
