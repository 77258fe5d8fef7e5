// Exchanges of fields in the memory that kernels run on (a GPU, where Kokkos has one), in microseconds: from
// that memory, by way of the host's memory, and, as programs without device exchanges do it, by copying the
// whole field to the host and back. Before them the bandwidth of that memory, which limits every kernel over
// a mesh.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include <Kokkos_Core.hpp>
#include <nlohmann/json.hpp>

#include <partita/executor/exchange.hpp>
#include <partita/executor/kokkos_exchange.hpp>
#include <partita/executor/plan/plan.hpp>
#include <partita/inspector/inspect.hpp>
#include <partita/support/atomic_file.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/stopwatch.hpp>

#include "bench/triangle_grid.hpp"
#include "miniapps/command_line.hpp"
#include "miniapps/kokkos_program.hpp"

namespace partita::bench {
namespace {

using Space = Kokkos::DefaultExecutionSpace;
using Field = Kokkos::View<double**, Kokkos::LayoutRight, Space>;

// Seconds: the median over rounds of the slowest rank. Collective.
template <class Work>
double median_seconds(const Communicator& comm, int rounds, const Work& work) {
  std::vector<double> times;
  for (int round = -3; round < rounds; ++round) {
    Kokkos::fence();
    MPI_Barrier(comm.handle());
    const Stopwatch watch;
    work();
    Kokkos::fence();
    const double slowest = max(comm, watch.seconds());
    if (round >= 0) times.push_back(slowest);
  }
  std::ranges::nth_element(times, times.begin() + std::ssize(times) / 2);
  return times[times.size() / 2];
}

// Bytes a second of a copy, read and written, by one rank after the other. Collective.
double bandwidth(const Communicator& comm) {
  constexpr std::size_t values = std::size_t{1} << 25;
  double bytes_per_second = 0;
  for (int rank = 0; rank < comm.size(); ++rank) {
    MPI_Barrier(comm.handle());
    if (rank != comm.rank()) continue;
    const Kokkos::View<double*, Space> from("from", values), to("to", values);
    const Communicator alone(MPI_COMM_SELF);
    bytes_per_second =
        16.0 * values / median_seconds(alone, 20, [&] { Kokkos::deep_copy(Space(), to, from); });
  }
  return min(comm, bytes_per_second);
}

int run(int argc, char** argv, const Communicator& comm) {
  std::vector<global_index> vertices{15'000, 250'000, 2'000'000};
  std::vector<int> components{1, 4, 8};
  int rounds = 50;
  std::string json_file;
  CommandLine line("device_exchange", "Exchanges of fields in the memory that kernels run on");
  line.add("--vertices", vertices, "Vertices of the triangulated grid").delimiter(',');
  line.add("--components", components, "Doubles of a vertex").delimiter(',');
  line.add("--rounds", rounds, "Exchanges of each kind; the median counts").check(between(1, 1000000));
  line.add("--json", json_file, "Write the figures as JSON", "FILE");
  if (const auto exit_code = line.parse(argc, argv, comm.rank() == 0)) return *exit_code;

  const bool is_direct = min(comm, detail::kokkos::mpi_takes<Space::memory_space>() ? 1 : 0) == 1;
  const double memory = bandwidth(comm);
  nlohmann::json report{{"ranks", comm.size()},
                        {"space", Space::name()},
                        {"mpi_takes_device_pointers", is_direct},
                        {"copy_gigabytes_per_second", memory * 1e-9}};
  if (comm.rank() == 0)
    std::printf(
        "%d ranks, kernels on %s: a copy moves %.0f GB/s; MPI %s its pointers\n\n%9s %3s %-12s %9s %9s %9s  "
        "us\n",
        comm.size(), Space::name(), memory * 1e-9, is_direct ? "takes" : "does not take", "vertices", "k", "",
        "fastest", "host", "whole");

  for (const global_index wanted : vertices) {
    const Grid grid = triangle_grid(comm, wanted, Numbering::rows);
    const TranslationTable table = TranslationTable::block(comm, grid.vertices);
    const InspectedLoop loop = inspect(table, grid.edges);
    const AccessPattern& pattern = loop.pattern();
    const PlanOptions options{};
    KokkosExchange<Space> fastest(pattern, make_plan(pattern, options));
    KokkosExchange<Space> host(pattern, make_plan(pattern, options), MessagePath::host);
    Exchange whole(pattern, make_plan(pattern, options));
    for (const int k : components) {
      const Field field("field", static_cast<std::size_t>(pattern.local_size()), static_cast<std::size_t>(k));
      const auto copy = Kokkos::create_mirror(field);
      const auto values = FieldView<double>::contiguous(copy.data(), static_cast<std::size_t>(k));
      const auto row = [&](const char* name, const auto& exchange, const auto& of_whole) {
        const double by_fastest = median_seconds(comm, rounds, [&] { exchange(fastest); });
        const double by_host = median_seconds(comm, rounds, [&] { exchange(host); });
        const double by_whole = median_seconds(comm, rounds, [&] {
          Kokkos::deep_copy(copy, field);
          of_whole();
          Kokkos::deep_copy(field, copy);
        });
        report["rows"].push_back({{"vertices", grid.vertices},
                                  {"components", k},
                                  {"exchange", name},
                                  {"fastest_us", by_fastest * 1e6},
                                  {"host_us", by_host * 1e6},
                                  {"whole_us", by_whole * 1e6}});
        if (comm.rank() == 0)
          std::printf("%9lld %3d %-12s %9.1f %9.1f %9.1f\n", static_cast<long long>(grid.vertices), k, name,
                      by_fastest * 1e6, by_host * 1e6, by_whole * 1e6);
      };
      row(
          "gather", [&](auto& exchange) { exchange.gather(field); }, [&] { whole.gather(values); });
      row(
          "scatter_add", [&](auto& exchange) { exchange.scatter_add(field); },
          [&] { whole.scatter_add(values); });
    }
  }
  if (comm.rank() == 0 && !json_file.empty()) write_whole(json_file, report.dump(2) + "\n");
  return 0;
}

}  // namespace
}  // namespace partita::bench

int main(int argc, char** argv) {
  return partita::run_program_with_kokkos("device_exchange", argc, argv, partita::bench::run);
}
