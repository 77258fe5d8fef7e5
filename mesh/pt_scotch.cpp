// PT-Scotch is repeatable only in a context: deterministic, with a fixed seed, on one thread a rank.
#include <cstdint>
#include <cstdio>
#include <limits>

#include <mpi.h>
#include <ptscotch.h>

#include <partita/mesh/pt_scotch.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/error.hpp>

namespace partita::mesh {
namespace {

void check(int status, const char* action) {
  if (status != 0) throw Error("PT-Scotch cannot ", action);
}

// An object of PT-Scotch with the functions that begin and end it.
template <class T>
struct Handle {
  T object;
  void (*end)(T*);

  template <class... Arguments>
  Handle(int (*begin)(T*, Arguments...), void (*exit)(T*), const char* action, Arguments... arguments)
      : end(exit) {
    check(begin(&object, arguments...), action);
  }
  ~Handle() { end(&object); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  T* get() { return &object; }
};

}  // namespace

const global_index most_arcs_of_pt_scotch = std::numeric_limits<SCOTCH_Num>::max();

std::vector<int> part_by_pt_scotch(const Communicator& comm, const VertexGraph<global_index>& graph,
                                   int seed) {
  std::vector<SCOTCH_Num> first(graph.first.begin(), graph.first.end());
  std::vector<SCOTCH_Num> neighbours(graph.neighbours.begin(), graph.neighbours.end());
  const auto vertices = static_cast<SCOTCH_Num>(first.size() - 1);
  const auto arcs = static_cast<SCOTCH_Num>(neighbours.size());
  first.reserve(first.size() + 1);  // so that there is an address for no vertices
  neighbours.reserve(neighbours.size() + 1);
  std::vector<SCOTCH_Num> parts(static_cast<std::size_t>(vertices) + 1);

  Handle<SCOTCH_Context> context(SCOTCH_contextInit, SCOTCH_contextExit, "make a context");
  check(SCOTCH_contextOptionSetNum(context.get(), SCOTCH_OPTIONNUMDETERMINISTIC, 1), "be deterministic");
  check(SCOTCH_contextOptionSetNum(context.get(), SCOTCH_OPTIONNUMRANDOMFIXEDSEED, 1), "fix its seed");
  SCOTCH_contextRandomSeed(context.get(), seed);
  check(SCOTCH_contextThreadSpawn(context.get(), 1, nullptr), "run on one thread");

  Handle<SCOTCH_Dgraph> whole(SCOTCH_dgraphInit, SCOTCH_dgraphExit, "make a graph", comm.handle());
  check(SCOTCH_dgraphBuild(whole.get(), 0, vertices, vertices, first.data(), first.data() + 1, nullptr,
                           nullptr, arcs, arcs, neighbours.data(), nullptr, nullptr),
        "take the mesh's graph");
  Handle<SCOTCH_Dgraph> graph_in_context(SCOTCH_dgraphInit, SCOTCH_dgraphExit, "make a graph", comm.handle());
  check(SCOTCH_contextBindDgraph(context.get(), whole.get(), graph_in_context.get()), "bind the graph");
  Handle<SCOTCH_Strat> strategy(SCOTCH_stratInit, SCOTCH_stratExit, "make a strategy");
  collectively(comm, [&, status = SCOTCH_dgraphPart(graph_in_context.get(), comm.size(), strategy.get(),
                                                    parts.data())] { check(status, "partition the mesh"); });
  return {parts.begin(), parts.begin() + vertices};
}

}  // namespace partita::mesh
