#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <partita/inspector/inspect.hpp>

#include "bindings/c/calls.hpp"
#include "bindings/c/handles.hpp"

using namespace partita;
using namespace partita::c;

namespace {

// Index arrays as the inspector takes them: with entries from 0.
class IndexArrays {
 public:
  IndexArrays(std::ptrdiff_t iterations, std::span<const partita_index_array> given_arrays) {
    entries_.reserve(given_arrays.size());  // arrays point there
    for (const auto& [name, table, arity, first] : given_arrays) {
      const auto& [all, base] = given(table, "the table of an index array").content;
      if (arity < 1)
        throw Error("an index array has ", arity, " references for each iteration; give at least 1");
      const auto from = values(first, iterations * arity, "the entries of an index array");
      std::vector<global_index>& entries = entries_.emplace_back(from.begin(), from.end());
      for (global_index& entry : entries) entry -= base;
      arrays_.emplace_back(name ? name : "", all, arity, std::span<const global_index>(entries));
      bases_.push_back(base);
    }
  }

  const std::vector<IndexArray>& arrays() const { return arrays_; }
  const std::vector<int>& bases() const { return bases_; }
  int highest_base() const { return *std::ranges::max_element(bases_); }

 private:
  std::vector<std::vector<global_index>> entries_;
  std::vector<IndexArray> arrays_;
  std::vector<int> bases_;
};

std::shared_ptr<const IndexArrays> index_arrays(std::ptrdiff_t iterations, int arrays,
                                                const partita_index_array* array) {
  if (arrays < 1) throw Error("a loop has ", arrays, " index arrays; give at least 1");
  return std::make_shared<const IndexArrays>(iterations, values(array, arrays, "the list of index arrays"));
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

// The loop of a handle, and which of its index arrays is meant.
std::size_t array_of(const InspectedLoop& loop, int array) {
  if (array < 0 || static_cast<std::size_t>(array) >= loop.arrays())
    throw Error("loop \"", loop.name(), "\" has no index array ", array, "; there are 0 to ",
                loop.arrays() - 1);
  return static_cast<std::size_t>(array);
}

}  // namespace

int partita_inspect(MPI_Comm comm, const char* name, partita_execution execution, ptrdiff_t iterations,
                    int arrays, const partita_index_array* array, partita_loop** loop) {
  return make_handle(
      comm, loop,
      [&] {
        return std::pair{index_arrays(iterations, arrays, array), execution_of(execution)};
      },
      [&](const Communicator& ranks, const auto& given_loop) {
        const auto& [all, executed_by] = given_loop;
        InspectedLoop inspected =
            counting_from(all->highest_base(), [&, &all = all, &executed_by = executed_by] {
              return inspect(ranks, name ? name : "", all->arrays(), executed_by);
            });
        return decltype(partita_loop::content){std::move(inspected), all->bases(),
                                               static_cast<std::size_t>(iterations)};
      });
}

int partita_update(partita_loop* loop, ptrdiff_t iterations, int arrays, const partita_index_array* array) {
  return call([&] {
    auto& [comm, content] = given(loop, "the loop");
    const auto all = collectively(*comm, [&] { return index_arrays(iterations, arrays, array); });
    content.loop = counting_from(all->highest_base(), [&, &content = content] {
      return update(InspectedLoop(content.loop), all->arrays());
    });
    content.share = static_cast<std::size_t>(iterations);
  });
}

int partita_loop_iterations(const partita_loop* loop, ptrdiff_t* iterations) {
  return call([&] {
    given(iterations, "the place for the number of iterations") =
        static_cast<std::ptrdiff_t>(given(loop, "the loop").content.loop.iterations().size());
  });
}

int partita_loop_places(const partita_loop* loop, int array, int* local) {
  return call([&] {
    const auto& [inspected, bases, share] = given(loop, "the loop").content;
    const std::size_t a = array_of(inspected, array);
    const auto places = inspected.indices(a);
    std::ranges::transform(
        places,
        values(local, static_cast<std::ptrdiff_t>(places.size()), "the place for local places").begin(),
        [base = bases[a]](local_index place) { return place + base; });
  });
}

int partita_loop_pattern(const partita_loop* loop, int array, int* ghosts, partita_pattern** pattern) {
  return call([&] {
    const auto& [comm, content] = given(loop, "the loop");
    const AccessPattern& of_set = content.loop.pattern(array_of(content.loop, array));
    (void)given(ghosts, "the place for the number of ghosts");
    (void)given(pattern, "the pattern to be made");
    *pattern = new partita_pattern{comm, {of_set, Places(of_set)}};
    *ghosts = of_set.ghosts();
  });
}

int partita_loop_take(const partita_loop* loop, size_t bytes, const void* share, void* taken) {
  return call([&] {
    const auto& [comm, content] = given(loop, "the loop");
    const auto [mine, place] = collectively(*comm, [&, &content = content] {
      if (bytes == 0) throw Error("a value of an iteration has 0 bytes; give at least 1");
      return std::pair{
          packed_values(share, content.share, bytes, "the values of iterations"),
          packed_values(taken, content.loop.iterations().size(), bytes, "the place for the values taken")};
    });
    std::ranges::copy(content.loop.take_bytes(mine, bytes), place.begin());
  });
}

int partita_loop_free(partita_loop** loop) { return free_handle(loop, "the loop to be freed"); }
