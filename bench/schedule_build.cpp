// Measures the cost of building a schedule on one core, against the number of ranks and of messages that each
// rank sends. It runs every direct algorithm of the table that sees the whole matrix, and staged ones that
// need no matrix: this process makes the tables of all ranks, but in a job each rank makes its own. Each rank
// sends d messages of 1 to 32 units to any d others. Algorithms that avoid link contention do so on a
// hypercube.
//
//   build/release/bench/schedule_build
//   build/release/bench/schedule_build --benchmark_filter='colouring|rs_n/' --benchmark_repetitions=5
//   build/release/bench/schedule_build --benchmark_min_time=0.1 --benchmark_out=build.json
//   scripts/plot-schedule-build build.json                   draws docs/schedule_build.png
//
// Names are ALGORITHM/RANKS/D; `phases` counts those of the schedule, `degree` is their lower bound.
#include <string>

#include <benchmark/benchmark.h>

#include <partita/schedule/algorithm_entry.hpp>
#include <partita/schedule/schedule.hpp>

#include "miniapps/random_matrix.hpp"

namespace {

using namespace partita;

void build(benchmark::State& state, Algorithm algorithm) {
  const auto ranks = static_cast<int>(state.range(0));
  const auto density = static_cast<int>(state.range(1));
  const CommunicationMatrix matrix = make_random_matrix(
      {.ranks = ranks, .density = density, .longest = 32, .regularity = Regularity::rows}, 1);
  ScheduleOptions options{.algorithm = algorithm};
  if (avoids_link_contention(algorithm)) options.machine = machine_named("hypercube", ranks);

  int phases = 0;
  for (auto _ : state) {
    Schedule schedule = make_schedule(matrix, options);
    state.PauseTiming();
    phases = schedule.phases();
    schedule.tables = {};  // freeing is not building
    state.ResumeTiming();
  }
  state.counters["phases"] = phases;
  state.counters["degree"] = matrix.degree();
}

// More ranks take minutes: these algorithms repair or split phase by phase, or have messages between all
// ranks.
int most_ranks(const detail::AlgorithmEntry& entry) {
  if (entry.divides_messages) return 1024;
  return entry.building_nanoseconds >= 1000 && !entry.by_messages ? 4096 : 16384;
}

}  // namespace

int main(int argc, char** argv) {
  for (const detail::AlgorithmEntry& entry : detail::algorithm_entries()) {
    if (entry.local || (entry.staged && !entry.by_messages)) continue;
    auto* const series =
        benchmark::RegisterBenchmark(std::string(entry.spelling).c_str(), build, entry.value);
    series->Unit(benchmark::kMillisecond);
    for (int ranks = 64; ranks <= most_ranks(entry); ranks *= 4)
      for (int density = 4; density <= 64; density *= 2)
        if (density < ranks) series->Args({ranks, density});
    if (entry.divides_messages) series->Args({128, 127})->Args({1024, 1023});
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
}
