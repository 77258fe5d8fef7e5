// What the interfaces of partita.F90 and nice.F90 call: partita.h with Fortran's communicators, texts, arrays
// and optional errors.
#include "bindings/fortran/calls.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "bindings/c/calls.hpp"

using partita::Error;
using namespace partita::fortran;

void partita::fortran::report(int code, int* error, const char* function) {
  if (error != nullptr) *error = code;
  if (code == PARTITA_OK || error != nullptr) return;
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  // Rank 0 says it first, and ends this rank, unless it takes no part.
  if (code == PARTITA_COLLECTIVE_ERROR && rank != 0) std::this_thread::sleep_for(std::chrono::seconds(1));
  std::fprintf(stderr, "partita_%s: %s\n", function + std::strlen("partita_f_"), partita_error());
  std::fflush(stderr);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

std::string partita::fortran::text_of(const CFI_cdesc_t* text) {
  if (text == nullptr) return {};
  const std::string_view all(static_cast<const char*>(text->base_addr), text->elem_len);
  return std::string(all.substr(0, all.find_last_not_of(' ') + 1));
}

namespace {

const double* numbers_of(const CFI_cdesc_t* array) { return static_cast<const double*>(array->base_addr); }

// Gives an allocatable array of the type T n elements. @return the first; null if there is no memory
template <class T>
T* allocate(CFI_cdesc_t* array, int n) {
  const CFI_index_t first = 1, last = n;
  if (array->base_addr != nullptr) CFI_deallocate(array);
  CFI_allocate(array, &first, &last, sizeof(T));
  return static_cast<T*>(array->base_addr);
}

}  // namespace

extern "C" {

void partita_f_pattern_from_lists(MPI_Fint comm, int n_recv, const int* recv_rank, const int* recv_ptr,
                                  const int* recv_list, int n_send, const int* send_rank, const int* send_ptr,
                                  const int* send_list, Pattern* pattern, const int* base, int* error) {
  report(partita_pattern_from_lists(MPI_Comm_f2c(comm), base_of(base), n_recv, recv_rank, recv_ptr, recv_list,
                                    n_send, send_rank, send_ptr, send_list, &pattern->handle),
         error);
}

void partita_f_pattern_from_owners(MPI_Fint comm, int n, const int* owner, const int* place, Pattern* pattern,
                                   const int* base, int* error) {
  report(partita_pattern_from_owners(MPI_Comm_f2c(comm), base_of(base), n, owner, place, &pattern->handle),
         error);
}

void partita_f_pattern_from_ids(MPI_Fint comm, int n, const int64_t* id, Pattern* pattern, const int* owner,
                                int* error) {
  report(partita_pattern_from_ids(MPI_Comm_f2c(comm), n, id, owner, &pattern->handle), error);
}

void partita_f_pattern_from_root(MPI_Fint comm, int root, int n, const int* place, Pattern* pattern,
                                 int* error) {
  std::vector<int64_t> places;
  for (int k = 0; k < n; ++k) places.push_back(std::int64_t{place[k]} - 1);
  report(partita_pattern_from_root(MPI_Comm_f2c(comm), root, n, places.data(), &pattern->handle), error);
}

void partita_f_exchange_new(const Pattern* pattern, Exchange* exchange, const CFI_cdesc_t* name,
                            const CFI_cdesc_t* plan, const CFI_cdesc_t* layout, int* error) {
  *exchange = {};
  int code = partita::c::call([&] {
    const std::string words = text_of(layout);
    if (words.empty() || words == "last")
      exchange->layout = entities_last;
    else if (words == "first")
      exchange->layout = entities_first;
    else if (words == "blocks")
      exchange->layout = blocks;
    else
      throw Error("there is no layout \"", words, "\"; there are last, first and blocks");
  });
  if (code == PARTITA_OK)
    code = partita_exchange_new(pattern->handle, text_of(name).c_str(), text_of(plan).c_str(),
                                &exchange->handle);
  report(code, error);
}

void partita_f_exchange_save(const Exchange* exchange, const CFI_cdesc_t* file, int* error) {
  report(partita_exchange_save(exchange->handle, text_of(file).c_str()), error);
}

void partita_f_exact_sum(MPI_Fint comm, const CFI_cdesc_t* values, double* result, int* error) {
  report(partita_exact_sums(MPI_Comm_f2c(comm), 1, extent(*values, 0), numbers_of(values), result), error);
}

void partita_f_exact_sum_of_columns(MPI_Fint comm, const CFI_cdesc_t* values, const CFI_cdesc_t* result,
                                    int* error) {
  report(partita_exact_sums(MPI_Comm_f2c(comm), static_cast<int>(extent(*values, 1)), extent(*values, 0),
                            numbers_of(values), static_cast<double*>(result->base_addr)),
         error, "partita_f_exact_sum");
}

void partita_f_exact_dot(MPI_Fint comm, const CFI_cdesc_t* a, const CFI_cdesc_t* b, double* result,
                         int* error) {
  report(partita_exact_dot(MPI_Comm_f2c(comm), extent(*a, 0), numbers_of(a), numbers_of(b), result), error);
}

void partita_f_error_text(int room, char* text, int* length) {
  const std::string_view sentence = partita_error();
  *length = static_cast<int>(std::min(sentence.size(), static_cast<std::size_t>(room)));
  std::memcpy(text, sentence.data(), static_cast<std::size_t>(*length));
}

void partita_f_nice_schedule(MPI_Fint comm, int n, const int* rank, const int64_t* length,
                             SchedulingTable* table, const CFI_cdesc_t* plan, int* error) {
  *table = {};
  report(partita_nice_schedule(MPI_Comm_f2c(comm), n, rank, length, text_of(plan).c_str(), &table->handle),
         error);
}

void partita_f_nice_source_vector(const SchedulingTable* table, CFI_cdesc_t* rank, CFI_cdesc_t* length,
                                  int* error) {
  int n = 0;
  int code = partita_nice_sources(table->handle, &n);
  int* const ranks = allocate<int>(rank, n);
  int64_t* const lengths = allocate<int64_t>(length, n);
  if (code == PARTITA_OK) code = partita_nice_source_vector(table->handle, ranks, lengths);
  report(code, error);
}

void partita_f_nice_phase_table(const SchedulingTable* table, int* phases, CFI_cdesc_t* sends,
                                CFI_cdesc_t* receives, int* error) {
  int sent = 0, received = 0;
  int code = partita_nice_phases(table->handle, phases, &sent, &received);
  partita_nice_piece* const to_send = allocate<partita_nice_piece>(sends, sent);
  partita_nice_piece* const to_receive = allocate<partita_nice_piece>(receives, received);
  if (code == PARTITA_OK) code = partita_nice_phase_table(table->handle, to_send, to_receive);
  report(code, error);
}

void partita_f_nice_communicate(const SchedulingTable* table, int bytes, const void* const* outgoing,
                                void* const* incoming, int* error) {
  report(partita_nice_communicate(table->handle, static_cast<std::size_t>(bytes), outgoing, incoming), error);
}

void partita_f_nice_begin(const SchedulingTable* table, int bytes, const void* const* outgoing,
                          void* const* incoming, int* error) {
  report(partita_nice_begin(table->handle, static_cast<std::size_t>(bytes), outgoing, incoming), error);
}

}  // extern "C"
