#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <partita/inspector/inspect.hpp>

#include "bindings/c/calls.hpp"
#include "bindings/c/handles.hpp"

using namespace partita;
using namespace partita::c;

namespace {

// Index arrays as the inspector takes them.
struct IndexArrays {
  std::vector<std::vector<global_index>> entries;  // from 0, if the program counts from 1
  std::vector<IndexArray> arrays;
  std::vector<int> bases;

  int highest_base() const { return std::ranges::max(bases); }
};

IndexArrays index_arrays(std::ptrdiff_t iterations, int arrays, const partita_index_array* array) {
  if (arrays < 1) throw Error("a loop has ", arrays, " index arrays; give at least 1");
  IndexArrays all;
  for (const auto& [name, of, arity, first] : values(array, arrays, "the list of index arrays")) {
    const partita_table& table = given(of, "the table of an index array");
    if (arity < 1)
      throw Error("an index array has ", arity, " references for each iteration; give at least 1");
    std::span<const global_index> entries =
        values(first, iterations * arity, "the entries of an index array");
    if (table.base != 0) entries = all.entries.emplace_back(from_zero(entries, table.base));
    all.arrays.emplace_back(name ? name : "", table.table, arity, entries);
    all.bases.push_back(table.base);
  }
  return all;
}

Execution execution_of(partita_execution execution) {
  switch (execution) {
    case PARTITA_FIRST_OWNER:
      return Execution::first_owner;
    case PARTITA_MAJORITY:
      return Execution::majority;
    case PARTITA_BOTH_SIDES:
      return Execution::both_sides;
  }
  throw Error("there is no execution ", static_cast<int>(execution),
              "; there are PARTITA_FIRST_OWNER to PARTITA_BOTH_SIDES");
}

}  // namespace

int partita_inspect(MPI_Comm comm, const char* name, partita_execution execution, ptrdiff_t iterations,
                    int arrays, const partita_index_array* array, partita_loop** loop) {
  return make_handle(comm, loop, [&](const auto& ranks) {
    Execution executed_by = {};
    const IndexArrays all = collectively(*ranks, [&] {
      IndexArrays read = index_arrays(iterations, arrays, array);
      executed_by = execution_of(execution);
      return read;
    });
    const auto make = [&] { return inspect(*ranks, name ? name : "", all.arrays, executed_by); };
    return partita_loop{ranks, counting_from(all.highest_base(), make), all.bases,
                        static_cast<std::size_t>(iterations)};
  });
}

int partita_update(partita_loop* loop, ptrdiff_t iterations, int arrays, const partita_index_array* array) {
  return call([&] {
    partita_loop& it = given(loop, "the loop");
    const IndexArrays all = collectively(*it.comm, [&] { return index_arrays(iterations, arrays, array); });
    const auto updated = [&] { return update(InspectedLoop(it.inspected()), all.arrays); };
    it.loop = counting_from(all.highest_base(), updated);
    it.share = static_cast<std::size_t>(iterations);
  });
}

int partita_update_named(partita_loop* loop, ptrdiff_t iterations, int arrays,
                         const partita_index_array* array, ptrdiff_t n, const int* changed) {
  return call([&] {
    partita_loop& it = given(loop, "the loop");
    std::vector<local_index> named;
    const IndexArrays all = collectively(*it.comm, [&] {
      (void)it.inspected();
      IndexArrays read = index_arrays(iterations, arrays, array);
      const int first = read.highest_base();
      for (const int place : values(changed, n, "the list of changed iterations")) {
        if (place < first) throw Error("iteration ", place, " is named as changed; the first one is ", first);
        named.push_back(place - first);
      }
      return read;
    });
    InspectedLoop before = std::move(*std::exchange(it.loop, std::nullopt));  // a copy would cost all rows
    const auto updated = [&] { return update(std::move(before), all.arrays, {}, named); };
    it.loop = counting_from(all.highest_base(), updated);
    it.share = static_cast<std::size_t>(iterations);
  });
}

int partita_loop_iterations(const partita_loop* loop, ptrdiff_t* iterations) {
  return call([&] {
    given(iterations, "the place for the number of iterations") =
        std::ssize(given(loop, "the loop").inspected().iterations());
  });
}

int partita_loop_places(const partita_loop* loop, int array, int* local) {
  return call([&] {
    const partita_loop& it = given(loop, "the loop");
    const std::size_t a = it.index_array(array, 0);
    const auto places = it.loop->indices(a);
    std::ranges::transform(places, values(local, std::ssize(places), "the place for local places").begin(),
                           [&](local_index place) { return place + it.bases[a]; });
  });
}

int partita_loop_pattern(const partita_loop* loop, int array, int* ghosts, partita_pattern** pattern) {
  return call([&] {
    const partita_loop& it = given(loop, "the loop");
    const AccessPattern& of_set = it.inspected().pattern(it.index_array(array, 0));
    (void)given(ghosts, "the place for the number of ghosts");
    (void)given(pattern, "the pattern to be made");
    *pattern = new partita_pattern{it.comm, {of_set, Places(of_set)}};
    *ghosts = of_set.ghosts();
  });
}

int partita_loop_take(const partita_loop* loop, size_t bytes, const void* share, void* taken) {
  return call([&] {
    const partita_loop& it = given(loop, "the loop");
    const InspectedLoop& inspected = it.inspected();
    move_values(*it.comm, bytes, {share, it.share, "the values of iterations"},
                {taken, inspected.iterations().size(), "the place for the values taken"},
                [&](auto mine) { return inspected.take_bytes(mine, bytes); });
  });
}

int partita_loop_free(partita_loop** loop) { return free_handle(loop, "the loop to be freed"); }
