// What the interfaces of nice.F90 call.
#include <cstddef>

#include "bindings/fortran/calls.hpp"

using namespace partita::fortran;
using SchedulingTable = Handle<partita_scheduling_table>;

extern "C" {

void partita_f_nice_schedule(MPI_Fint comm, int n, const int* rank, const int64_t* length, const char* plan,
                             SchedulingTable* table, int* error) {
  report(partita_nice_schedule(MPI_Comm_f2c(comm), n, rank, length, plan, &table->handle), error,
         "partita_nice_schedule");
}

void partita_f_nice_sources(const SchedulingTable* table, int* n, int* error) {
  report(partita_nice_sources(table->handle, n), error, "partita_nice_source_vector");
}

void partita_f_nice_source_vector(const SchedulingTable* table, int* rank, int64_t* length, int* error) {
  report(partita_nice_source_vector(table->handle, rank, length), error, "partita_nice_source_vector");
}

void partita_f_nice_communicate(const SchedulingTable* table, int bytes, const void* const* outgoing,
                                void* const* incoming, int* error) {
  report(partita_nice_communicate(table->handle, static_cast<std::size_t>(bytes), outgoing, incoming), error,
         "partita_nice_communicate");
}

void partita_f_nice_begin(const SchedulingTable* table, int bytes, const void* const* outgoing,
                          void* const* incoming, int* error) {
  report(partita_nice_begin(table->handle, static_cast<std::size_t>(bytes), outgoing, incoming), error,
         "partita_nice_begin");
}

void partita_f_nice_finish(const SchedulingTable* table, int* error) {
  report(partita_nice_finish(table->handle), error, "partita_nice_finish");
}

void partita_f_nice_free(SchedulingTable* table, int* error) {
  report(partita_nice_free(&table->handle), error, "partita_nice_free");
}

}  // extern "C"
