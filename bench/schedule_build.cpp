// What it costs to build a schedule: every algorithm that sees the whole matrix, against the number of ranks
// and of messages that each sends, on one core. Random matrices, each rank sends d messages to any d others,
// of 1 to 32 units. The algorithms that keep links free do so on a hypercube.
//
//   build/release/bench/schedule_build
//   build/release/bench/schedule_build --benchmark_filter='colouring|rs_n/' --benchmark_repetitions=5
//   build/release/bench/schedule_build --benchmark_min_time=0.1 --benchmark_out=build.json
//   scripts/plot-schedule-build build.json                   draws docs/schedule_build.png
//
// Names are ALGORITHM/RANKS/D; `phases` is what the schedule has, `degree` the least that it can have.
#include <string>

#include <benchmark/benchmark.h>

#include <partita/schedule/random_matrix.hpp>
#include <partita/schedule/schedule.hpp>

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
    schedule.tables = {};  // to free it is not to build it
    state.ResumeTiming();
  }
  state.counters["phases"] = phases;
  state.counters["degree"] = matrix.degree();
}

}  // namespace

int main(int argc, char** argv) {
  const struct {
    Algorithm algorithm;
    int most_ranks;  // more take too long to wait for
  } measured[] = {{Algorithm::rs_n, 16384},        {Algorithm::colouring, 16384},
                  {Algorithm::distributed, 16384}, {Algorithm::balanced, 4096},
                  {Algorithm::rs_nh, 16384},       {Algorithm::rs_nl, 16384},
                  {Algorithm::rs_nlh, 16384},      {Algorithm::link_colouring, 4096}};
  for (const auto& [algorithm, most_ranks] : measured) {
    auto* const series =
        benchmark::RegisterBenchmark(std::string(name_of(algorithm)).c_str(), build, algorithm);
    series->Unit(benchmark::kMillisecond);
    for (int ranks = 64; ranks <= most_ranks; ranks *= 4)
      for (int density = 4; density <= 64; density *= 2)
        if (density < ranks) series->Args({ranks, density});
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
}
