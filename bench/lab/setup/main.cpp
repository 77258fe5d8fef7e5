// The set-up of an airfoil's mesh on many simulated ranks: what each step costs the rank that it costs most.
// Prints a row of a CSV file for each step.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <mpi.h>
#include <simgrid/s4u.hpp>

#include <partita/inspector/inspect.hpp>
#include <partita/inspector/translation_table.hpp>
#include <partita/mesh/draft.hpp>
#include <partita/mesh/dual.hpp>
#include <partita/mesh/find_edges.hpp>
#include <partita/mesh/mesh_share.hpp>
#include <partita/mesh/naca.hpp>
#include <partita/mesh/number_along_curve.hpp>
#include <partita/mesh/partition.hpp>
#include <partita/support/communicator.hpp>
#include <partita/support/error.hpp>
#include <partita/support/reduce.hpp>

#include "bench/lab/setup/meter.hpp"

namespace partita::lab {
namespace {

// Rank 0 prints the most that a rank has.
void print(const Communicator& comm, const std::string& name, const Counts& mine) {
  const auto most = [&](std::int64_t value) { return static_cast<long>(max(comm, value)); };
  const long sent = most(mine.messages_sent), received = most(mine.messages_received);
  const long bytes_sent = most(mine.bytes_sent), bytes_received = most(mine.bytes_received);
  const long memory = most(mine.memory);
  if (comm.rank() > 0) return;
  std::printf("%d,%s,%ld,%ld,%ld,%ld,%ld\n", comm.size(), name.c_str(), sent, received, bytes_sent,
              bytes_received, memory);
  std::fflush(stdout);
}

// Runs a step on all ranks.
Counts counts_of(const Communicator& comm, const auto& step) {
  Meter& meter = meter_of(comm.rank());
  meter.begin();
  step();
  return meter.counts();
}

void measure(const Communicator& comm, const char* name, const auto& step) {
  print(comm, name, counts_of(comm, step));
}

// Two rows: without the collectives; and of the collectives alone, where a call counts as one message.
void measure_apart(const Communicator& comm, const std::string& name, const auto& step) {
  Counts own = counts_of(comm, step), collectives;
  collectives.messages_sent = own.collectives;
  collectives.bytes_sent = own.bytes_of_collectives;
  for (std::int64_t* const messages : {&own.messages_sent, &own.messages_received})
    *messages -= own.messages_of_collectives;
  for (std::int64_t* const bytes : {&own.bytes_sent, &own.bytes_received}) *bytes -= own.bytes_of_collectives;
  print(comm, name, own);
  print(comm, name + ": collectives", collectives);
}

// As an adapting mesh: the second end point of every `step`-th edge is that of the edge after it.
std::vector<local_index> change(std::vector<Edge>& edges, std::size_t step) {
  std::vector<local_index> changed;
  for (std::size_t k = 0; k + 1 < edges.size(); k += step) {
    edges[k][1] = edges[k + 1][1];
    changed.push_back(static_cast<local_index>(k));
  }
  return changed;
}

// An O-grid with four times as many points around the airfoil as from the airfoil to the far field.
mesh::NacaOptions grid(int ranks, int vertices_per_rank) {
  const double vertices = static_cast<double>(ranks) * vertices_per_rank;
  const int radial = static_cast<int>(std::lround(std::sqrt(vertices / 4)));
  return {.surface_points = 4 * radial, .radial_points = radial};
}

void set_up(const Communicator& comm, int vertices_per_rank, int chunk) {
  mesh::Draft draft = mesh::naca_part(grid(comm.size(), vertices_per_rank), comm.rank(), comm.size());
  measure(comm, "level", [&] { mesh::level(comm, draft); });
  measure(comm, "numbers along the curve (a part of share_out)",
          [&] { (void)mesh::number_along_curve(comm, draft.mesh.points, draft.mesh.dimension); });

  mesh::MeshShare share;
  measure(comm, "share_out", [&] { share = mesh::share_out(comm, std::move(draft), chunk); });
  measure(comm, "dual and neighbours", [&] {
    (void)mesh::median_dual(share.mesh, share.owned);
    (void)mesh::find_neighbours(share.mesh, share.owned);
  });

  mesh::Partition partition;
  measure(comm, "partition along the curve",
          [&] { partition = mesh::partition(comm, share, {.method = mesh::PartitionMethod::curve}); });

  std::vector<Edge> edges;
  for (const auto& [a, b] : share.mesh.edges) edges.push_back({share.number(a), share.number(b)});
  std::vector<TranslationTable> table;
  measure(comm, "translation table",
          [&] { table.push_back(TranslationTable::from_partition(comm, partition.parts)); });
  std::vector<InspectedLoop> loop;
  measure(comm, "edge loop and its pattern",
          [&] { loop.push_back(inspect(table.front(), edges, Execution::both_sides)); });
  for (const auto& [step, name] :
       {std::pair{100, "1 % of its edges change"}, {10, "10 % of its edges change"}}) {
    const std::vector<local_index> changed = change(edges, static_cast<std::size_t>(step));
    measure_apart(comm, name, [&] { loop.front() = update(std::move(loop.front()), edges, changed); });
  }
}

void run(int ranks, int vertices_per_rank, int chunk) {
  std::string name = "lab_setup";
  std::vector<char*> arguments{name.data(), nullptr};
  int count = 1;
  xbt_log_control_set("root.thresh:warning");
  simgrid::s4u::Engine engine(&count, arguments.data());
  for (const char* option : {"smpi/simulate-computation:no", "contexts/stack-size:512"})
    engine.set_config(option);
  auto* const zone = simgrid::s4u::create_full_zone("machine");
  SMPI_init();
  SMPI_app_instance_register("set-up", nullptr, ranks);
  make_meters(ranks);

  std::string problem;
  const auto be_rank = [&] {
    MPI_Init(nullptr, nullptr);
    meter_of(this_rank()).run();
    try {
      set_up(Communicator(MPI_COMM_WORLD), vertices_per_rank, chunk);
    } catch (const std::exception& error) {
      problem = error.what();
      simgrid::s4u::Actor::kill_all();
    }
    meter_of(this_rank()).call_mpi();
    MPI_Finalize();
  };
  for (int rank = 0; rank < ranks; ++rank) {
    const std::string number = std::to_string(rank);
    const auto actor = simgrid::s4u::Actor::init(number, zone->create_host(number, 1e9));
    actor->set_property("instance_id", "set-up");
    actor->set_property("rank", number);
    actor->start(be_rank);
  }
  engine.run();
  SMPI_finalize();
  if (!problem.empty()) throw Error(problem);
}

}  // namespace
}  // namespace partita::lab

int main(int argc, char** argv) {
  const auto number = [&](int k, int otherwise) { return argc > k ? std::atoi(argv[k]) : otherwise; };
  const int ranks = number(1, 0), vertices = number(2, 64), chunk = number(3, 65536);
  if (argc > 4 || ranks < 1 || vertices < 1 || chunk < 1) {
    std::fputs("usage: lab_setup RANKS [VERTICES_PER_RANK [VERTICES_PER_CHUNK]] > COSTS.csv\n", stderr);
    return 2;
  }
  std::puts("ranks,step,messages_sent,messages_received,bytes_sent,bytes_received,memory");
  try {
    partita::lab::run(ranks, vertices, chunk);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "lab_setup: %s\n", error.what());
    return 1;
  }
}
