// What the interfaces of inspector.F90 call.
#include <vector>

#include "bindings/c/calls.hpp"
#include "bindings/c/handles.hpp"
#include "bindings/fortran/calls.hpp"

using partita::Error;
using partita::c::call, partita::c::communicator_of, partita::c::given;
using namespace partita::fortran;

namespace {

// entries(references of an iteration, iterations) of a table's set.
struct Entries {
  const Table* table;
  const int64_t* shape;  // -1: absent
  const int64_t* first;

  partita_index_array named(const char* name) const {
    return {name, table->handle, static_cast<int>(shape[0]), first};
  }
};

// One for each table that is present. Collective: what is wrong on one rank is said on all.
std::vector<partita_index_array> index_arrays(const partita::Communicator& ranks, const Entries& first,
                                              const Entries& second) {
  return partita::collectively(ranks, [&] {
    std::vector all{first.named("entries")};
    if ((second.table == nullptr) != (second.shape[0] < 0))
      throw Error("a second index array needs both, table_2 and entries_2");
    if (second.table == nullptr) return all;
    if (second.shape[1] != first.shape[1])
      throw Error("entries are of ", first.shape[1], " iterations, but entries_2 of ", second.shape[1]);
    all.push_back(second.named("entries_2"));
    return all;
  });
}

// Calls use(index array from 0) for one that counts from 1.
template <class Use>
int with_array(const Loop* loop, int array, Use&& use) {
  const int code = call([&] { (void)given(loop->handle, "the loop").index_array(array, 1); });
  return code == PARTITA_OK ? use(array - 1) : code;
}

// A number that C counts in ptrdiff_t, for Fortran's integer.
template <class Object>
int counted(const Object* object, int (*count)(const Object*, std::ptrdiff_t*), int* number) {
  std::ptrdiff_t many = 0;
  const int code = count(object, &many);
  return code == PARTITA_OK ? call([&] { *number = partita::checked_local(many); }) : code;
}

}  // namespace

extern "C" {

void partita_f_table_from_owned(MPI_Fint comm, int owned, const int64_t* global, Table* table,
                                const int* base, int* error) {
  report(partita_table_from_owned(MPI_Comm_f2c(comm), base_of(base), owned, global, &table->handle), error);
}

void partita_f_table_from_parts(MPI_Fint comm, int n, const int* part, Table* table, const int* base,
                                int* error) {
  report(partita_table_from_parts(MPI_Comm_f2c(comm), base_of(base), n, part, &table->handle), error);
}

void partita_f_table_owned(const Table* table, int* owned, int* error) {
  report(partita_table_owned(table->handle, owned), error);
}

void partita_f_table_global(const Table* table, int64_t* global, int* error) {
  report(partita_table_global(table->handle, global), error);
}

void partita_f_table_locate(const Table* table, int n, const int64_t* global, int* owner, int* place,
                            int* error) {
  report(partita_table_locate(table->handle, n, global, owner, place), error);
}

void partita_f_localize(const Table* table, int n, const int64_t* references, int* local, int* ghosts,
                        Pattern* pattern, int* error) {
  report(partita_localize(table->handle, n, references, local, ghosts, &pattern->handle), error);
}

void partita_f_inspect(MPI_Fint comm, const char* name, const int* execution, const Table* table_1,
                       const int64_t* shape_1, const int64_t* entries_1, const Table* table_2,
                       const int64_t* shape_2, const int64_t* entries_2, Loop* loop, int* error) {
  const MPI_Comm ranks = MPI_Comm_f2c(comm);
  const auto executed_by = execution ? static_cast<partita_execution>(*execution) : PARTITA_FIRST_OWNER;
  std::vector<partita_index_array> all;
  int code = call([&] {
    all = index_arrays(*communicator_of(ranks), {table_1, shape_1, entries_1}, {table_2, shape_2, entries_2});
  });
  if (code == PARTITA_OK)
    code = partita_inspect(ranks, name, executed_by, shape_1[1], static_cast<int>(all.size()), all.data(),
                           &loop->handle);
  report(code, error);
}

void partita_f_update(Loop* loop, const Table* table_1, const int64_t* shape_1, const int64_t* entries_1,
                      const Table* table_2, const int64_t* shape_2, const int64_t* entries_2,
                      const int64_t* named, const int* changed, int* error) {
  std::vector<partita_index_array> all;
  int code = call([&] {
    all = index_arrays(*given(loop->handle, "the loop").comm, {table_1, shape_1, entries_1},
                       {table_2, shape_2, entries_2});
  });
  const auto arrays = static_cast<int>(all.size());
  if (code == PARTITA_OK)
    code = *named < 0 ? partita_update(loop->handle, shape_1[1], arrays, all.data())
                      : partita_update_named(loop->handle, shape_1[1], arrays, all.data(), *named, changed);
  report(code, error);
}

void partita_f_loop_iterations(const Loop* loop, int* iterations, int* error) {
  report(counted(loop->handle, partita_loop_iterations, iterations), error);
}

void partita_f_loop_places(const Loop* loop, int array, int* local, int* error) {
  const auto places = [&](int from_0) { return partita_loop_places(loop->handle, from_0, local); };
  report(with_array(loop, array, places), error);
}

void partita_f_loop_pattern(const Loop* loop, int array, int* ghosts, Pattern* pattern, int* error) {
  const auto make = [&](int from_0) {
    return partita_loop_pattern(loop->handle, from_0, ghosts, &pattern->handle);
  };
  report(with_array(loop, array, make), error);
}

void partita_f_remap_new(MPI_Fint comm, int n, const int* owner, Remap* remap, int* error) {
  report(partita_remap_new(MPI_Comm_f2c(comm), n, owner, &remap->handle), error);
}

void partita_f_remap_arriving(const Remap* remap, int* items, int* error) {
  report(counted(remap->handle, partita_remap_arriving, items), error);
}

}  // extern "C"
