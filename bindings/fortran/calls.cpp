// What the interfaces of partita.F90 and nice.F90 call: partita.h with Fortran's communicators and optional
// errors.
#include "bindings/fortran/calls.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string_view>
#include <thread>
#include <vector>

#include "bindings/c/calls.hpp"

using partita::Error;
using namespace partita::fortran;

void partita::fortran::report(int code, int* error, const char* function) {
  if (error != nullptr) *error = code;
  if (code == PARTITA_OK || error != nullptr) return;
  const auto comm = partita::c::last_communicator();
  // Rank 0 says it first, and ends this rank, unless it takes no part.
  if (code == PARTITA_COLLECTIVE_ERROR && comm && comm->rank() != 0)
    std::this_thread::sleep_for(std::chrono::seconds(1));
  partita::say_line("partita_", function + std::strlen("partita_f_"), ": ", partita_error());
  if (comm) MPI_Abort(comm->handle(), 1);
  std::_Exit(1);  // it has failed before there was any
}

namespace {

// Makes the call if `check` throws on no rank. The communicator stays until then, or it may be made twice.
template <class Check, class Call>
int checked_on_all_ranks(MPI_Comm comm, Check&& check, Call&& make_the_call) {
  std::shared_ptr<const partita::Communicator> shared;
  const int code = partita::c::call([&] {
    shared = partita::c::communicator_of(comm);
    partita::collectively(*shared, check);
  });
  return code == PARTITA_OK ? make_the_call() : code;
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
  report(code, error);
}

void partita_f_exchange_save(const Exchange* exchange, const char* file, int* error) {
  report(partita_exchange_save(exchange->handle, file), error);
}

void partita_f_exact_sums(MPI_Fint comm, int sums, std::size_t n, const double* values, std::size_t room,
                          double* result, int* error) {
  const MPI_Comm ranks = MPI_Comm_f2c(comm);
  const auto check = [&] {
    if (room < static_cast<std::size_t>(sums))
      throw Error("there are ", sums, " columns, but room for ", room,
                  " sums; give a result for each column");
  };
  const auto sum = [&] {
    return partita_exact_sums(ranks, sums, static_cast<std::ptrdiff_t>(n), values, result);
  };
  report(checked_on_all_ranks(ranks, check, sum), error, "partita_f_exact_sum");
}

void partita_f_exact_dot(MPI_Fint comm, std::size_t n, const double* a, std::size_t of_b, const double* b,
                         double* result, int* error) {
  const MPI_Comm ranks = MPI_Comm_f2c(comm);
  const auto check = [&] {
    if (n != of_b)
      throw Error("the factors of a dot product have ", n, " and ", of_b, " values; give both as many");
  };
  const auto dot = [&] { return partita_exact_dot(ranks, static_cast<std::ptrdiff_t>(n), a, b, result); };
  report(checked_on_all_ranks(ranks, check, dot), error);
}

void partita_f_exact_norm(MPI_Fint comm, std::size_t n, const double* values, double* result, int* error) {
  report(partita_exact_norm(MPI_Comm_f2c(comm), static_cast<std::ptrdiff_t>(n), values, result), error);
}

void partita_f_error_text(int room, char* text, int* length) {
  *length = static_cast<int>(std::string_view(partita_error()).copy(text, static_cast<std::size_t>(room)));
}

void partita_f_version(int room, char* text, int* length) {
  *length = static_cast<int>(std::string_view(partita_version()).copy(text, static_cast<std::size_t>(room)));
}

void partita_f_nice_schedule(MPI_Fint comm, int n, const int* rank, const int64_t* length, const char* plan,
                             SchedulingTable* table, int* error) {
  report(partita_nice_schedule(MPI_Comm_f2c(comm), n, rank, length, plan, &table->handle), error);
}

void partita_f_nice_sources(const SchedulingTable* table, int* n, int* error) {
  report(partita_nice_sources(table->handle, n), error, "partita_f_nice_source_vector");
}

void partita_f_nice_source_vector(const SchedulingTable* table, int* rank, int64_t* length, int* error) {
  report(partita_nice_source_vector(table->handle, rank, length), error);
}

void partita_f_nice_phases(const SchedulingTable* table, int* phases, int* sends, int* receives, int* error) {
  report(partita_nice_phases(table->handle, phases, sends, receives), error, "partita_f_nice_phase_table");
}

void partita_f_nice_phase_table(const SchedulingTable* table, partita_nice_piece* sends,
                                partita_nice_piece* receives, int* error) {
  report(partita_nice_phase_table(table->handle, sends, receives), error);
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
