// How long the set-up of an edge loop takes, from global end points to local ones and a communication
// pattern: Partita with its kinds of tables, and PETSc where it is installed, in one process and in turn.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <mpi.h>

#include <partita/inspector/inspect.hpp>
#include <partita/inspector/localize.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/stopwatch.hpp>

#include "miniapps/command_line.hpp"
#include "miniapps/program.hpp"
#include "triangle_grid.hpp"
#ifdef PARTITA_WITH_PETSC
#include "petsc_loop.hpp"
#include "petsc_session.hpp"
#endif

namespace partita::bench {
namespace {

struct Options {
  global_index vertices = 2'000'000;
  int repetitions = 5;
};

// Something to time: returns the seconds that it took on this rank, without freeing its results.
struct Candidate {
  std::string name;
  std::function<double()> run;
};

double seconds_of(const Communicator& comm, auto work) {
  MPI_Barrier(comm.handle());
  const Stopwatch watch;
  [[maybe_unused]] const auto result = work();
  return watch.seconds();
}

// Median over the repetitions of the slowest rank's seconds, per candidate. The candidates take turns, so
// that what disturbs the machine for a while disturbs all; the first turn is not counted.
std::vector<double> medians(const Communicator& comm, const std::vector<Candidate>& candidates,
                            int repetitions) {
  std::vector<std::vector<double>> seconds(candidates.size());
  for (int turn = 0; turn <= repetitions; ++turn)
    for (std::size_t candidate = 0; candidate < candidates.size(); ++candidate) {
      const double slowest = max(comm, candidates[candidate].run());
      if (turn > 0) seconds[candidate].push_back(slowest);
    }
  std::vector<double> result;
  for (std::vector<double>& all : seconds) {
    const auto middle = all.begin() + std::ssize(all) / 2;
    std::nth_element(all.begin(), middle, all.end());
    result.push_back(*middle);
  }
  return result;
}

std::vector<global_index> end_points(const std::vector<Edge>& edges) {
  std::vector<global_index> references;
  for (const Edge& edge : edges) references.insert(references.end(), edge.begin(), edge.end());
  return references;
}

void require_equal(const Communicator& comm, const Localized& one, const std::vector<local_index>& indices,
                   std::span<const NeededBy> needed_by, std::string_view other) {
  collectively(comm, [&] {
    if (one.indices != indices || !std::ranges::equal(one.pattern.needed_by(), needed_by))
      throw Error(text("rank ", comm.rank(), ": ", other, " gives another result than the block table"));
  });
}

// A loop over the grid's edges, and one over those after some adaptation of the mesh: the second end point of
// every `step`-th edge is that of the edge after it. Each update leads from one to the other.
struct Adapted {
  std::vector<Edge> now, other;
  std::vector<local_index> changed;
  InspectedLoop loop;

  Adapted(const TranslationTable& table, const std::vector<Edge>& edges, std::size_t step)
      : now(edges), other(edges), loop(inspect(table, edges)) {
    for (std::size_t k = 0; k + 1 < edges.size(); k += step) {
      other[k][1] = edges[k + 1][1];
      changed.push_back(static_cast<local_index>(k));
    }
  }
};

// One line: all candidates on one grid.
void measure(const Communicator& comm, global_index vertices, Numbering numbering, int repetitions) {
  const Grid grid = triangle_grid(comm, vertices, numbering);
  const std::vector<global_index> references = end_points(grid.edges);
  const auto block = [&] { return TranslationTable::block(comm, grid.vertices); };
  const local_index owned = block().owned();
  const auto paged = [&] {
    return TranslationTable::from_partition(comm,
                                            std::vector<int>(static_cast<std::size_t>(owned), comm.rank()));
  };

  const Localized expected = localize(block(), references);
  const Localized by_pages = localize(paged(), references);
  require_equal(comm, expected, by_pages.indices, by_pages.pattern.needed_by(), "the paged table");

  std::vector<Candidate> candidates;
  candidates.push_back(
      {"block", [&] { return seconds_of(comm, [&] { return localize(block(), references); }); }});
  candidates.push_back(
      {"paged", [&] { return seconds_of(comm, [&] { return localize(paged(), references); }); }});
  candidates.push_back(
      {"inspect", [&] { return seconds_of(comm, [&] { return inspect(block(), grid.edges); }); }});
  const TranslationTable table = block();
  Adapted one_percent(table, grid.edges, 100), ten_percent(table, grid.edges, 10);
  for (Adapted* const adapted : {&one_percent, &ten_percent})
    for (const bool named : {true, false})
      candidates.push_back({"update", [&comm, adapted, named] {
                              auto& [now, other, changed, loop] = *adapted;
                              std::swap(now, other);
                              const std::optional<std::span<const local_index>> names =
                                  named ? std::optional<std::span<const local_index>>(changed) : std::nullopt;
                              return seconds_of(
                                  comm, [&] { return loop = update(std::move(loop), now, names), 0; });
                            }});
#ifdef PARTITA_WITH_PETSC
  PetscLoop petsc(comm, owned, grid.edges);
  petsc.set_up();
  require_equal(comm, expected, petsc.indices(), petsc.needed_by(), "PETSc");
  petsc.tear_down();
  candidates.push_back({"PETSc", [&] {
                          const double seconds = seconds_of(comm, [&] { return petsc.set_up(), 0; });
                          petsc.tear_down();
                          return seconds;
                        }});
#endif

  const std::vector<double> seconds = medians(comm, candidates, repetitions);
  const global_index all = sum(comm, static_cast<global_index>(references.size()));
  if (comm.rank() != 0) return;
  std::printf("%10lld %11lld", static_cast<long long>(grid.vertices), static_cast<long long>(all));
  for (const double candidate : seconds)
    std::printf(" %9.2f %6.1f", 1e3 * candidate, 1e9 * candidate * comm.size() / static_cast<double>(all));
  for (std::size_t update = 3; update < 7; ++update) std::printf(" %11.3f", seconds[update] / seconds[2]);
  if (candidates.back().name == "PETSc")
    std::printf(" %11.2f %13.2f", seconds[0] / seconds.back(), seconds[2] / seconds.back());
  std::printf("\n");
  std::fflush(stdout);
}

void print_head(Numbering numbering) {
  std::printf("\n%s\n%10s %11s %16s %16s %16s %16s %16s %16s %16s",
              numbering == Numbering::rows ? "vertices numbered along the rows of the grid"
                                           : "vertices numbered at random",
              "vertices", "references", "block", "paged", "inspect", "named 1 %", "compared 1 %",
              "named 10 %", "compared 10 %");
#ifdef PARTITA_WITH_PETSC
  std::printf(" %16s", "PETSc");
#endif
  std::printf("    the four / inspect                             ");
#ifdef PARTITA_WITH_PETSC
  std::printf(" %11s %13s", "block/PETSc", "inspect/PETSc");
#endif
  std::printf("\n");
}

int run(int argc, char** argv, const Communicator& comm) {
  Options options;
  CommandLine line(
      "inspector_setup",
      "Times the set-up of an edge loop over a triangulated grid: from the global end points of the edges "
      "that each "
      "rank happens to have, to local end points and the pattern of messages.\n\n"
      "  block     a block table and `localize`\n"
      "  paged     the same owners as a partition vector: a distributed table, and `localize`\n"
      "  inspect   a block table and `inspect`: edges move to the owners of their first end points, too\n"
      "  named     `update` of that after 1 or 10 edges in a hundred have changed, which the program names\n"
      "  compared  the same if `update` finds them\n"
      "  PETSc     ISLocalToGlobalMapping and PetscSF, from the same global end points to the same local "
      "ones\n\n"
      "Each column is in milliseconds, and in nanoseconds per reference of one rank. Grids with 1e5, 1e6 and "
      "1e7 "
      "references (end points), then the one asked for. Results are compared before they are timed.\n\n"
      "  mpiexec -n 2 bench/inspector_setup\n");
  line.add("--vertices", options.vertices, "Vertices of the last grid, about", "N")
      .check(between(global_index{4}, global_index{300'000'000}));
  line.add("--repetitions", options.repetitions, "Repetitions, of which the median is printed", "N")
      .check(between(1, 1'000'000));
  if (const auto exit_code = line.parse(argc, argv, comm.rank() == 0)) return *exit_code;

#ifdef PARTITA_WITH_PETSC
  const Petsc petsc;
#endif
  if (comm.rank() == 0) {
    std::printf(
        "set-up of an edge loop on %d ranks: milliseconds, and nanoseconds per reference of one rank\n",
        comm.size());
#ifndef PARTITA_WITH_PETSC
    std::printf("without PETSc: configure where it is installed to see it beside\n");
#endif
  }
  for (const Numbering numbering : {Numbering::rows, Numbering::random}) {
    if (comm.rank() == 0) print_head(numbering);
    for (const global_index references : {100'000, 1'000'000, 10'000'000})
      measure(comm, references / 6, numbering, options.repetitions);  // three edges a vertex
    measure(comm, options.vertices, numbering, options.repetitions);
  }
  return 0;
}

}  // namespace
}  // namespace partita::bench

int main(int argc, char** argv) {
  return partita::run_program("inspector_setup", argc, argv, partita::bench::run);
}
