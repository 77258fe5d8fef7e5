#include "appraisal.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

#include <partita/executor/choosing/choose.hpp>
#include <partita/executor/prediction/predict.hpp>
#include <partita/schedule/quality.hpp>
#include <partita/schedule/verify.hpp>
#include <partita/support/error.hpp>

namespace partita::phases {

namespace {

struct Built {
  Schedule schedule;
  double seconds;
};

// Uses std::chrono, because MPI's clock needs MPI. Short builds are repeated, because the first one runs with
// cold caches.
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

double messages_between_hosts(const Schedule& schedule) {
  const Machine& machine = schedule.options.machine;
  double count = 0;
  for (std::size_t rank = 0; rank < schedule.tables.size(); ++rank)
    for (const Transfer& send : schedule.tables[rank].sends)
      count += machine.host_of(static_cast<int>(rank)) != machine.host_of(send.partner) ? 1 : 0;
  return count;
}

std::optional<std::string> fault_of(const CommunicationMatrix& matrix, const Directions& schedule) {
  const ScheduleOptions& options = schedule.forward.options;
  const Machine judged = avoids_link_contention(options.algorithm) ? options.machine : Machine();
  if (const auto fault = verify(schedule.forward, matrix, judged)) return fault;
  const auto fault = verify(schedule.backward, CommunicationMatrix(matrix.sources()), judged);
  return fault ? "in reverse, " + *fault : fault;
}

void add(std::optional<double>& mean, double weight, const std::optional<double>& one) {
  if (one) mean = mean.value_or(0) + weight * *one;
}

}  // namespace

bool costs_time(const Machine& machine) {
  return machine.costs.start_up > 0 || 1 / machine.costs.bandwidth > 0;
}

Appraisal appraise(const CommunicationMatrix& matrix, const Directions& schedule,
                   std::optional<double> build_seconds, const Replaying& replaying) {
  const Schedule& forward = schedule.forward;
  const Machine& machine = forward.options.machine;
  Appraisal one{forward.options.algorithm, matrix.ranks()};
  one.phases_mean = one.phases_max = forward.phases();
  one.degree_mean = matrix.degree();
  const Units bound = longest_sum_bound(matrix);
  one.longest_sum_over_bound =
      bound == 0 ? 1 : static_cast<double>(longest_sum(forward.tables)) / static_cast<double>(bound);
  if (machine.links() > 0) one.link_conflicts = static_cast<double>(link_conflicts(forward.tables, machine));
  if (machine.ranks_per_host > 1) one.host_messages = messages_between_hosts(forward);
  one.share_of_exchanges = share_of_exchanges(forward.tables);
  if (costs_time(machine))
    one.replay_seconds = predict(
        forward.tables,
        {.way = {replaying.protocol},
         .timed_idle = has_timed_idle(forward.options.algorithm),
         .seed = forward.options.seed,
         .resolution = resolution_for(matrix, machine, replaying.unit_bytes, forward.options.algorithm)},
        machine, replaying.unit_bytes);
  one.build_seconds = build_seconds;
  one.fault = fault_of(matrix, schedule);
  return one;
}

Trial try_out(std::span<const CommunicationMatrix> matrices, const ScheduleOptions& options,
              const Replaying& replaying, const std::function<void(std::size_t)>& before) {
  Trial trial{{options.algorithm, matrices.front().ranks(), static_cast<int>(matrices.size())}, {}};
  Appraisal& all = trial.appraisal;
  const double weight = 1.0 / static_cast<double>(matrices.size());
  for (std::size_t sample = 0; sample < matrices.size(); ++sample) {
    before(sample);
    ScheduleOptions of_sample = options;
    of_sample.seed += sample;
    auto [forward, seconds] = build(matrices[sample], of_sample);
    Schedule backward = reverse(forward, matrices[sample]);
    Directions schedule{std::move(forward), std::move(backward)};
    const Appraisal one = appraise(matrices[sample], schedule, seconds, replaying);

    all.phases_mean += weight * one.phases_mean;
    all.phases_max = std::max(all.phases_max, one.phases_max);
    all.degree_mean += weight * one.degree_mean;
    all.longest_sum_over_bound += weight * one.longest_sum_over_bound;
    add(all.link_conflicts, weight, one.link_conflicts);
    add(all.host_messages, weight, one.host_messages);
    all.share_of_exchanges += weight * one.share_of_exchanges;
    add(all.replay_seconds, weight, one.replay_seconds);
    add(all.build_seconds, weight, one.build_seconds);
    if (one.fault && !all.fault)
      all.fault = matrices.size() == 1 ? *one.fault : text("matrix ", sample + 1, ": ", *one.fault);
    if (sample == 0) trial.first = std::move(schedule);
  }
  return trial;
}

}  // namespace partita::phases
