// What the interfaces of inspector.F90 call.
#include <array>
#include <limits>
#include <memory>
#include <utility>

#include "bindings/c/calls.hpp"
#include "bindings/c/handles.hpp"
#include "bindings/fortran/calls.hpp"

using partita::Error;
using namespace partita::fortran;

namespace {

// entries(references of an iteration, iterations) of a table's set.
struct Entries {
  const Table* table;
  const int64_t* shape;  // -1: absent
  const int64_t* first;

  bool are_absent() const { return shape[0] < 0; }
};

// Calls use(number of iterations, number of index arrays, index arrays): one for each table that is present.
// What is wrong on one rank is said on all: they take part. comm() returns their communicator.
template <class Comm, class Use>
int with_arrays(Comm&& comm, const Entries& first, const Entries& second, Use&& use) {
  std::array<partita_index_array, 2> all;
  int number = 0;
  const std::ptrdiff_t iterations = first.shape[1];
  const auto read = [&] {
    if ((second.table == nullptr) != second.are_absent())
      throw Error("a second index array needs both, table_2 and entries_2");
    const auto add = [&](const char* name, const Entries& entries) {
      all[static_cast<std::size_t>(number++)] = {name, entries.table->handle,
                                                 static_cast<int>(entries.shape[0]), entries.first};
    };
    add("entries", first);
    if (second.table == nullptr) return;
    if (second.shape[1] != iterations)
      throw Error("entries are of ", iterations, " iterations, but entries_2 of ", second.shape[1]);
    add("entries_2", second);
  };
  const int code = partita::c::call([&] {
    const std::shared_ptr<const partita::Communicator> ranks = comm();
    partita::collectively(*ranks, read);
  });
  return code == PARTITA_OK ? use(iterations, number, all.data()) : code;
}

// Calls use(index array from 0) for one that counts from 1.
template <class Use>
int with_array(const Loop* loop, int array, Use&& use) {
  const int code = partita::c::call([&] {
    const partita::InspectedLoop& inspected = partita::c::given(loop->handle, "the loop").content.loop;
    if (array < 1 || static_cast<std::size_t>(array) > inspected.arrays())
      throw Error("loop \"", inspected.name(), "\" has no index array ", array, "; there are 1 to ",
                  inspected.arrays());
  });
  return code == PARTITA_OK ? use(array - 1) : code;
}

// A number that C counts in ptrdiff_t, for Fortran's integer.
template <class Count>
int counted(int* number, Count&& count) {
  std::ptrdiff_t many = 0;
  const int code = count(&many);
  if (code != PARTITA_OK) return code;
  return partita::c::call([&] {
    if (many > std::numeric_limits<int>::max())
      throw Error("there are ", many, ", more than an integer counts");
    *number = static_cast<int>(many);
  });
}

}  // namespace

extern "C" {

void partita_f_table_from_owned(MPI_Fint comm, int owned, const int64_t* global, Table* table,
                                const int* base, int* error) {
  report(partita_table_from_owned(MPI_Comm_f2c(comm), base_of(base), owned, global, &table->handle), error,
         "partita_table_from_owned");
}

void partita_f_table_from_parts(MPI_Fint comm, int n, const int* part, Table* table, const int* base,
                                int* error) {
  report(partita_table_from_parts(MPI_Comm_f2c(comm), base_of(base), n, part, &table->handle), error,
         "partita_table_from_parts");
}

void partita_f_table_owned(const Table* table, int* owned, int* error) {
  report(partita_table_owned(table->handle, owned), error, "partita_table_owned");
}

void partita_f_table_global(const Table* table, int64_t* global, int* error) {
  report(partita_table_global(table->handle, global), error, "partita_table_global");
}

void partita_f_table_locate(const Table* table, int n, const int64_t* global, int* owner, int* place,
                            int* error) {
  report(partita_table_locate(table->handle, n, global, owner, place), error, "partita_table_locate");
}

void partita_f_table_free(Table* table, int* error) {
  report(partita_table_free(&table->handle), error, "partita_table_free");
}

void partita_f_localize(const Table* table, int n, const int64_t* references, int* local, int* ghosts,
                        Pattern* pattern, int* error) {
  report(partita_localize(table->handle, n, references, local, ghosts, &pattern->handle), error,
         "partita_localize");
}

void partita_f_inspect(MPI_Fint comm, const char* name, const int* execution, const Table* table_1,
                       const int64_t* shape_1, const int64_t* entries_1, const Table* table_2,
                       const int64_t* shape_2, const int64_t* entries_2, Loop* loop, int* error) {
  const auto executed_by = execution ? static_cast<partita_execution>(*execution) : PARTITA_FIRST_OWNER;
  report(with_arrays([&] { return partita::c::communicator_of(MPI_Comm_f2c(comm)); },
                     {table_1, shape_1, entries_1}, {table_2, shape_2, entries_2},
                     [&](std::ptrdiff_t iterations, int arrays, const partita_index_array* array) {
                       return partita_inspect(MPI_Comm_f2c(comm), name, executed_by, iterations, arrays,
                                              array, &loop->handle);
                     }),
         error, "partita_inspect");
}

void partita_f_update(Loop* loop, const Table* table_1, const int64_t* shape_1, const int64_t* entries_1,
                      const Table* table_2, const int64_t* shape_2, const int64_t* entries_2, int* error) {
  report(with_arrays([&] { return partita::c::given(loop->handle, "the loop").comm; },
                     {table_1, shape_1, entries_1}, {table_2, shape_2, entries_2},
                     [&](std::ptrdiff_t iterations, int arrays, const partita_index_array* array) {
                       return partita_update(loop->handle, iterations, arrays, array);
                     }),
         error, "partita_update");
}

void partita_f_loop_iterations(const Loop* loop, int* iterations, int* error) {
  report(
      counted(iterations, [&](std::ptrdiff_t* many) { return partita_loop_iterations(loop->handle, many); }),
      error, "partita_loop_iterations");
}

void partita_f_loop_places(const Loop* loop, int array, int* local, int* error) {
  report(
      with_array(loop, array, [&](int from_0) { return partita_loop_places(loop->handle, from_0, local); }),
      error, "partita_loop_places");
}

void partita_f_loop_pattern(const Loop* loop, int array, int* ghosts, Pattern* pattern, int* error) {
  report(with_array(loop, array,
                    [&](int from_0) {
                      return partita_loop_pattern(loop->handle, from_0, ghosts, &pattern->handle);
                    }),
         error, "partita_loop_pattern");
}

void partita_f_loop_free(Loop* loop, int* error) {
  report(partita_loop_free(&loop->handle), error, "partita_loop_free");
}

void partita_f_remap_new(MPI_Fint comm, int n, const int* owner, Remap* remap, int* error) {
  report(partita_remap_new(MPI_Comm_f2c(comm), n, owner, &remap->handle), error, "partita_remap_new");
}

void partita_f_remap_arriving(const Remap* remap, int* items, int* error) {
  report(counted(items, [&](std::ptrdiff_t* many) { return partita_remap_arriving(remap->handle, many); }),
         error, "partita_remap_arriving");
}

void partita_f_remap_free(Remap* remap, int* error) {
  report(partita_remap_free(&remap->handle), error, "partita_remap_free");
}

}  // extern "C"
