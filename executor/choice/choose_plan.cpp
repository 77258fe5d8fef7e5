#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include <partita/executor/choice/building.hpp>
#include <partita/executor/choice/choose_plan.hpp>
#include <partita/executor/choice/dry_run.hpp>
#include <partita/executor/choice/machine_here.hpp>
#include <partita/schedule/algorithm_entry.hpp>
#include <partita/schedule/schedule.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/duration.hpp>
#include <partita/support/reduce.hpp>

namespace partita {

using namespace detail;

namespace {

PlanOptions plan_options(const Strategy& strategy, const ChoiceOptions& options) {
  return {.schedule = schedule_options(strategy, options.schedule, options.bytes_per_unit),
          .protocol = strategy.protocol,
          .window = strategy.window};
}

// What needs no schedule.
Strategy plain(const ChoiceOptions& options) {
  return {Algorithm::ac, options.protocol.value_or(Protocol::post_all)};
}

double log2_of(std::size_t messages) { return messages > 1 ? std::log2(static_cast<double>(messages)) : 0; }

double units(const std::vector<MatrixEntry>& entries) {
  double all = 0;
  for (const MatrixEntry& entry : entries) all += static_cast<double>(entry.length);
  return all;
}

// Each rank reckons for itself as if its host were its own.
Plan choose_without_matrix(const MessageVectors& vectors, const ChoiceOptions& options) {
  const auto& [comm, to, from, fingerprint_of_patterns] = vectors;
  const Costs& costs = options.schedule.machine.costs;
  const auto sends = static_cast<double>(to.size()), receives = static_cast<double>(from.size());
  const double start_ups = sends * costs.start_up + receives * costs.receive;
  const double transfer = std::max(units(to), units(from)) * options.bytes_per_unit / costs.bandwidth;
  const double slower =
      1 + costs.send_penalty * log2_of(to.size()) + costs.receive_penalty * log2_of(from.size());
  const double questions = 4 * (sends + receives) * std::max(costs.signal, costs.receive);
  const double at_once = max(comm, std::max(start_ups, transfer * slower));
  const double in_phases = max(comm, start_ups + transfer), building = max(comm, questions);

  const bool phases = building / options.replays + in_phases < at_once;
  const Strategy strategy =
      phases ? Strategy{Algorithm::distributed, options.protocol.value_or(Protocol::windowed), 1}
             : plain(options);
  Plan plan = make_plan(vectors, plan_options(strategy, options));
  plan.reason = text(name_of(strategy), ": of ", comm.size(), " ranks the busiest needs about ",
                     time_of(at_once), " all at once, ", time_of(in_phases), " in phases");
  return plan;
}

// An algorithm that does not need the matrix makes this rank's tables alone.
PhaseTables tables_for(const MessageVectors& vectors, const CommunicationMatrix& matrix,
                       const ScheduleOptions& options) {
  const AlgorithmEntry& entry = entry_of(options.algorithm);
  if (entry.local || entry.by_messages)
    return make_phase_tables(vectors.communicator, vectors.destinations, vectors.sources, options);
  return make_phase_tables(matrix, vectors.communicator.rank(), options);
}

// By the best transport, after all have been tried by the usual one.
Plan choose_by_clock(const MessageVectors& vectors, const CommunicationMatrix& matrix,
                     const std::vector<Strategy>& strategies, const ChoiceOptions& options) {
  const auto bytes = static_cast<std::size_t>(std::max(1.0, options.bytes_per_unit));
  std::optional<Plan> best;
  double least = std::numeric_limits<double>::infinity();
  Strategy strategy;
  const auto try_out = [&](const Strategy& tried, Transport transport) {
    PlanOptions planning = plan_options(tried, options);
    planning.transport = transport;
    Plan plan = make_plan(vectors, planning, tables_for(vectors, matrix, planning.schedule));
    const double seconds =
        detail::dry_run(vectors, plan, bytes) +
        building_seconds(tried.algorithm, matrix, options.schedule.machine) / options.replays;
    if (seconds >= least) return;
    best = std::move(plan);
    least = seconds;
    strategy = tried;
  };
  for (const Strategy& one : strategies) try_out(one, Transport::automatic);
  try_out(Strategy(strategy), Transport::mpi);
  best->reason = text(name_of(strategy), " by the transport ", name_of(best->transport), ": ", time_of(least),
                      " a replay, the least of ", strategies.size(), " strategies timed here");
  return std::move(*best);
}

}  // namespace

Plan choose_plan(const MessageVectors& vectors, const ChoiceOptions& options, int timed_strategies) {
  const Communicator& comm = vectors.communicator;
  const Machine& machine = options.schedule.machine;
  require_same(comm, fingerprint(options.schedule), "the machine to choose for");
  collectively(comm, [&] { require_room(machine, comm.size()); });
  if (timed_strategies == 0 && comm.size() <= machine.ranks_per_host) {
    Plan plan = make_plan(vectors, plan_options(plain(options), options));
    plan.reason = text(name_of(plain(options)), ": the ", comm.size(),
                       " ranks share one host, where no order of messages is faster");
    return plan;
  }
  if (comm.size() > most_ranks_concatenated) return choose_without_matrix(vectors, options);

  const CommunicationMatrix matrix = concatenate(comm, vectors.destinations);
  ChoiceOptions asked = options;
  asked.with_lock = false;
  const Choice choice =
      collectively(comm, [&] { return comm.rank() == 0 ? choose(matrix, asked) : Choice(); });
  std::vector<Strategy> strategies{choice.strategy};
  strategies.insert(strategies.end(), choice.beaten.rbegin(), choice.beaten.rend());
  broadcast(comm, strategies);
  if (timed_strategies > 0) {
    strategies.resize(std::min(strategies.size(), static_cast<std::size_t>(timed_strategies)));
    return choose_by_clock(vectors, matrix, strategies, options);
  }
  const PlanOptions planning = plan_options(strategies.front(), options);
  Plan plan = make_plan(vectors, planning, tables_for(vectors, matrix, planning.schedule));
  plan.reason = choice.reason;
  broadcast(comm, plan.reason);
  return plan;
}

Plan choose_plan(const AccessPattern& pattern, const ChoiceOptions& options, int timed_strategies) {
  return choose_plan(message_vectors(pattern), options, timed_strategies);
}

Plan choose_plan(const AccessPattern& pattern) { return choose_plan(message_vectors(pattern)); }

Plan choose_plan(const MessageVectors& vectors, double bytes_per_unit, std::optional<Protocol> protocol) {
  return choose_plan(vectors, {.schedule = {.machine = machine_here(vectors.communicator)},
                               .bytes_per_unit = bytes_per_unit,
                               .protocol = protocol});
}

}  // namespace partita
