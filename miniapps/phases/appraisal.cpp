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

std::optional<std::string> fault_of(const CommunicationMatrix& matrix, const Schedule& forward,
                                    const Schedule& backward) {
  const bool avoids = avoids_link_contention(forward.options.algorithm);
  const Machine judged = avoids ? forward.options.machine : Machine();
  if (const auto fault = verify(forward, matrix, judged)) return fault;
  const auto fault = verify(backward, CommunicationMatrix(matrix.sources()), judged);
  return fault ? "in reverse, " + *fault : fault;
}

}  // namespace

Appraisal appraise(const CommunicationMatrix& matrix, const Schedule& forward, const Schedule& backward,
                   double build_seconds) {
  Appraisal one{forward.options.algorithm, matrix.ranks()};
  one.phases_mean = one.phases_max = forward.phases();
  one.degree_mean = matrix.degree();
  const Units bound = longest_sum_bound(matrix);
  one.longest_sum_over_bound =
      bound == 0 ? 1 : static_cast<double>(longest_sum(forward)) / static_cast<double>(bound);
  if (const Machine& machine = forward.options.machine; machine.links() > 0)
    one.link_conflicts = static_cast<double>(link_conflicts(forward, machine));
  one.share_of_exchanges = share_of_exchanges(forward);
  one.build_seconds = build_seconds;
  one.fault = fault_of(matrix, forward, backward);
  return one;
}

Appraisal appraise(std::span<const CommunicationMatrix> matrices, const ScheduleOptions& options) {
  Appraisal all{options.algorithm, matrices.front().ranks(), static_cast<int>(matrices.size())};
  const double weight = 1.0 / static_cast<double>(matrices.size());
  for (std::size_t sample = 0; sample < matrices.size(); ++sample) {
    ScheduleOptions of_sample = options;
    of_sample.seed += sample;
    const auto [schedule, seconds] = build(matrices[sample], of_sample);
    const Appraisal one = appraise(matrices[sample], schedule, reverse(schedule, matrices[sample]), seconds);

    all.phases_mean += weight * one.phases_mean;
    all.phases_max = std::max(all.phases_max, one.phases_max);
    all.degree_mean += weight * one.degree_mean;
    all.longest_sum_over_bound += weight * one.longest_sum_over_bound;
    if (one.link_conflicts)
      all.link_conflicts = all.link_conflicts.value_or(0) + weight * *one.link_conflicts;
    all.share_of_exchanges += weight * one.share_of_exchanges;
    all.build_seconds += weight * one.build_seconds;
    if (one.fault && !all.fault)
      all.fault = matrices.size() == 1 ? *one.fault : text("matrix ", sample + 1, ": ", *one.fault);
  }
  return all;
}

}  // namespace partita::phases
