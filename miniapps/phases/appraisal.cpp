#include "appraisal.hpp"

#include <algorithm>
#include <chrono>
#include <limits>

#include <partita/schedule/quality.hpp>
#include <partita/schedule/verify.hpp>
#include <partita/support/error.hpp>

namespace partita::phases {

namespace {

struct Built {
  Schedule schedule;
  double seconds;
};

// MPI's clock needs MPI: this is std::chrono's. Short ones again, for the first pays for cold caches.
Built build(const CommunicationMatrix& matrix, const ScheduleOptions& options) {
  using Clock = std::chrono::steady_clock;
  constexpr int most_runs = 5;
  constexpr double enough = 0.01;  // seconds

  Built built{{}, std::numeric_limits<double>::max()};
  const auto first = Clock::now();
  for (int run = 0; run < most_runs; ++run) {
    const auto start = Clock::now();
    built.schedule = make_schedule(matrix, options);
    const auto end = Clock::now();
    built.seconds = std::min(built.seconds, std::chrono::duration<double>(end - start).count());
    if (std::chrono::duration<double>(end - first).count() > enough) break;
  }
  return built;
}

}  // namespace

std::optional<std::string> verify_both_ways(const Schedule& schedule, const CommunicationMatrix& matrix) {
  const Machine judged =
      avoids_link_contention(schedule.options.algorithm) ? schedule.options.machine : Machine();
  if (const auto fault = verify(schedule, matrix, judged)) return fault;
  const auto fault = verify(reverse(schedule, matrix), CommunicationMatrix(matrix.sources()), judged);
  return fault ? "in reverse: " + *fault : fault;
}

Appraisal appraise(std::span<const CommunicationMatrix> matrices, const ScheduleOptions& options) {
  Appraisal all{options.algorithm, matrices.front().ranks(), static_cast<int>(matrices.size())};
  const double weight = 1.0 / static_cast<double>(matrices.size());
  if (options.machine.links() > 0) all.link_conflicts = 0;
  for (std::size_t sample = 0; sample < matrices.size(); ++sample) {
    const CommunicationMatrix& matrix = matrices[sample];
    ScheduleOptions of_sample = options;
    of_sample.seed += sample;
    const auto [schedule, seconds] = build(matrix, of_sample);

    all.phases_mean += weight * schedule.phases();
    all.phases_max = std::max(all.phases_max, schedule.phases());
    all.degree_mean += weight * matrix.degree();
    const Units bound = longest_sum_bound(matrix);
    all.longest_sum_over_bound +=
        weight * (bound == 0 ? 1 : static_cast<double>(longest_sum(schedule)) / static_cast<double>(bound));
    if (all.link_conflicts)
      *all.link_conflicts += weight * static_cast<double>(link_conflicts(schedule, options.machine));
    all.share_of_exchanges += weight * share_of_exchanges(schedule);
    all.build_seconds += weight * seconds;
    if (!all.fault)
      if (const auto fault = verify_both_ways(schedule, matrix))
        all.fault = matrices.size() == 1 ? *fault : text("matrix ", sample + 1, ": ", *fault);
  }
  return all;
}

}  // namespace partita::phases
