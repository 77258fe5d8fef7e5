// Measures the cost of an exchange of ghosts with Partita and with the alternatives: in one process, in turn,
// checked before and after. measure.hpp explains the method.
#include <algorithm>
#include <cstdio>
#include <filesystem>

#include <mpi.h>

#include <partita/support/collectively.hpp>
#include <partita/support/reduce.hpp>

#include "check.hpp"
#include "measure.hpp"
#include "median.hpp"
#include "miniapps/command_line.hpp"
#include "miniapps/program.hpp"
#include "peer_libraries.hpp"
#include "rows.hpp"
#include "rows_file.hpp"
#include "table.hpp"

namespace partita::bench {
namespace {

struct Options {
  std::vector<global_index> vertices{15'000, 250'000, 2'000'000};
  std::vector<std::size_t> components{1, 4, 8};
  std::vector<std::string> operations{"gather", "scatter_add", "both"};
  std::vector<std::string> variants;
  double seconds = 2;
  double near_below = 100;
  std::string tuned;
  std::string json;
  std::vector<std::string> merge;
};

// The requested variants. With a tuned MPI Partita's are left out and the others are renamed.
std::vector<Kind> kinds_for(const Options& options) {
  std::vector<Kind> kinds;
  for (Kind& kind : all_kinds()) {
    const auto asked_for = [&](const std::string& part) { return kind.name.find(part) != std::string::npos; };
    if (!options.variants.empty() && std::ranges::none_of(options.variants, asked_for)) continue;
    if (!options.tuned.empty()) {
      if (kind.family == Family::partita) continue;
      if (kind.family == Family::peer) kind.name = tuned_name(kind.name, options.tuned);
    }
    kinds.push_back(std::move(kind));
  }
  if (kinds.empty()) throw Error("--variants matches no variant; a run without it prints all names");
  return kinds;
}

std::vector<Contender> set_up(const GhostValues& ghosts, const Field& field, const std::vector<Kind>& kinds) {
  std::vector<Contender> contenders;
  for (const Kind& kind : kinds) contenders.push_back({&kind, kind.set_up(ghosts.pattern, field)});
  return contenders;
}

// Bytes that all ranks send in one gather, or in one scatter-add.
std::size_t bytes_sent(const GhostValues& ghosts, const Field& field) {
  const auto values = static_cast<std::size_t>(ghosts.pattern.ghosts()) * field.components;
  return static_cast<std::size_t>(
      sum(ghosts.pattern.communicator(), static_cast<global_index>(values * sizeof(double))));
}

// All rows of one mesh and number of components.
std::vector<Row> measure_case(const GhostValues& ghosts, std::size_t components,
                              const std::vector<Kind>& kinds, const Options& options, PlacementProbe& probe) {
  const Communicator& comm = ghosts.pattern.communicator();
  const auto vertices = static_cast<std::size_t>(ghosts.pattern.local_size());
  std::vector<double> values(vertices * components);
  const Field field{values.data(), vertices, components};
  std::vector<Contender> contenders = set_up(ghosts, field, kinds);
  const std::size_t bytes = bytes_sent(ghosts, field);

  const auto check_all = [&] {
    for (const Contender& contender : contenders)
      check_results(ghosts, field, *contender.kind, *contender.variant);
  };
  check_all();
  std::vector<Row> rows;
  for (const std::string& name : options.operations) {
    const auto operation = named_in<Operation>(operations, "operation", name);
    const Measured measured = measure(ghosts, field, operation, contenders, probe, options.seconds);
    for (std::size_t contender = 0; contender < contenders.size(); ++contender)
      for (const auto& [placement, microseconds] : measured.medians[contender]) {
        const Kind& kind = *contenders[contender].kind;
        rows.push_back({ghosts.vertices,
                        static_cast<int>(components),
                        name,
                        std::string(spelling_in<Placement>(placements, placement)),
                        kind.name,
                        kind.family == Family::partita,
                        kind.is_pick,
                        microseconds,
                        {},
                        {},
                        {},
                        operation == Operation::both ? 2 * bytes : bytes});
      }
    if (comm.rank() == 0)
      std::fprintf(stderr, "exchange: %lld vertices, %zu components, %s: %d batches, %d of them dropped\n",
                   static_cast<long long>(ghosts.vertices), components, name.c_str(), measured.batches,
                   measured.dropped);
  }
  check_all();
  return rows;
}

void print_placement(const PlacementProbe& probe, const Options& options) {
  const std::vector<double>& times = probe.flag_times();
  if (times.empty()) return;
  const auto [least, most] = std::ranges::minmax(times);
  std::printf("a flag takes %.0f ns from rank to rank (median; %.0f to %.0f); below %.0f is near\n",
              median(times), least, most, options.near_below);
}

std::vector<Row> measure_all(const Communicator& comm, const Options& options) {
  const PeerLibraries libraries;
  const std::vector<Kind> kinds = collectively(comm, [&] { return kinds_for(options); });
  PlacementProbe probe(comm, options.near_below);
  std::vector<Row> rows;
  for (const global_index vertices : options.vertices) {
    const GhostValues ghosts = naca_ghosts(comm, vertices);
    for (const std::size_t components : options.components)
      std::ranges::move(measure_case(ghosts, components, kinds, options, probe), std::back_inserter(rows));
  }
  if (comm.rank() == 0) print_placement(probe, options);
  return rows;
}

std::vector<Row> read_all(const std::vector<std::string>& paths) {
  std::vector<Row> rows;
  for (const std::string& path : paths) std::ranges::move(read_rows(path), std::back_inserter(rows));
  return rows;
}

void declare(CommandLine& line, Options& options) {
  std::vector<std::string> known;
  for (const auto& [operation, name] : operations) known.emplace_back(name);
  line.add("--vertices", options.vertices, "Approximate numbers of vertices of the meshes", "N,N,...")
      .check(between(global_index{100}, global_index{100'000'000}))
      .delimiter(',');
  line.add("--components", options.components, "Doubles per vertex", "N,N,...")
      .check(between(1, 1000))
      .delimiter(',');
  line.add("--operations", options.operations, "Exchanges of a step").one_of(known).delimiter(',');
  line.add("--variants", options.variants, "Only variants with one of these in their names", "NAME,NAME,...")
      .delimiter(',');
  line.add("--seconds", options.seconds, "Time for all variants of a mesh, components and operation together")
      .check(between(0.001, 1e6));
  line.add("--near-below", options.near_below, "Flag time up to which cpus are near, in nanoseconds")
      .check(between(0.001, 1e6));
  line.add("--tuned", options.tuned,
           "How the MPI of this run is tuned: leaves out Partita and adds this to the names of peers", "HOW");
  line.add("--json", options.json, "Write all rows to this file", "FILE");
  line.add("--merge", options.merge,
           "Measure nothing: compare the rows of these files, with medians of equal cases", "FILE,FILE,...")
      .check(existing_file())
      .delimiter(',');
}

int run(int argc, char** argv, const Communicator& comm) {
  Options options;
  CommandLine line(
      "exchange",
      "Measures the cost of an exchange of ghosts, net of the loop around it: by Partita, by MPI in three "
      "variants, by PETSc and Tpetra if they were found, and by packing alone (the floor).\n\n"
      "  mpiexec -n 2 bench/exchange/exchange --json as_it_comes.json\n"
      "  mpiexec -n 2 --mca btl_vader_eager_limit 65536 bench/exchange/exchange --tuned \"eager limit 64 "
      "KiB\" "
      "--json tuned.json\n"
      "  bench/exchange/exchange --merge as_it_comes.json,tuned.json\n\n"
      "bench/exchange/run.sh does this several times.\n");
  declare(line, options);
  if (const auto exit_code = line.parse(argc, argv, comm.rank() == 0)) return *exit_code;

  const std::vector<Row> rows =
      merge(options.merge.empty() ? measure_all(comm, options)
                                  : collectively(comm, [&] { return read_all(options.merge); }));
  if (comm.rank() == 0) std::fputs(tables(rows).c_str(), stdout);
  if (!options.json.empty())
    collectively(comm, [&] {
      if (comm.rank() == 0) write_rows(rows, options.json);
    });
  return 0;
}

}  // namespace
}  // namespace partita::bench

int main(int argc, char** argv) { return partita::run_program("exchange", argc, argv, partita::bench::run); }
