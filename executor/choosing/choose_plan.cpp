#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include <partita/executor/choosing/choose_plan.hpp>
#include <partita/executor/choosing/machine_here.hpp>
#include <partita/executor/replay/transport/shared_memory.hpp>
#include <partita/schedule/algorithm_entry.hpp>
#include <partita/schedule/schedule.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/duration.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/settings.hpp>
#include <partita/support/span.hpp>

namespace partita {

using namespace detail;

namespace {

PlanOptions plan_options(const Strategy& strategy, const ChoiceOptions& options) {
  return {.schedule = schedule_options(strategy, options.schedule, options.bytes_per_unit),
          .way = strategy.way};
}

// What needs no schedule.
Strategy plain(const ChoiceOptions& options) {
  return {Algorithm::ac, {options.protocol.value_or(Protocol::post_all)}};
}

double log2_of(std::size_t messages) { return messages > 1 ? std::log2(static_cast<double>(messages)) : 0; }

// Above this number of ranks, no rank holds the whole matrix.
constexpr int most_ranks_concatenated = 1024;

// Fewer replays do not repay a race.
constexpr double least_replays_to_race = 100;

bool race_is_wanted() {
  return is_switched_on("PARTITA_LEARN", true, "to let exchanges between hosts race plans");
}

// Whether an exchange may try others besides the chosen one. Collective.
bool races(const Communicator& comm, const ChoiceOptions& options) {
  if (options.schedule.machine.costs_are_guessed) return false;
  if (SharedMemory::of(comm).ranks() == comm.size()) return false;
  const bool wanted = collectively(comm, [&] {
    return comm.rank() == 0 && options.race && options.replays >= least_replays_to_race && race_is_wanted();
  });
  return max(comm, wanted ? 1 : 0) > 0;
}

// Without questions about what all ranks have alike.
Plan plan_of(const MessageVectors& vectors, const Strategy& strategy, const ChoiceOptions& options) {
  const PlanOptions planning = plan_options(strategy, options);
  return make_plan(vectors, planning,
                   phase_tables(vectors.communicator, vectors.destinations, vectors.sources,
                                planning.schedule, vectors.indices));
}

// Each rank reckons for itself as if its host were its own.
Plan choose_without_matrix(const MessageVectors& vectors, const ChoiceOptions& options) {
  const Communicator& comm = vectors.communicator;
  const DestinationVector& to = vectors.destinations;
  const SourceVector& from = vectors.sources;
  const Costs& costs = options.schedule.machine.costs;
  const auto sends = static_cast<double>(to.size()), receives = static_cast<double>(from.size());
  const double start_ups = sends * costs.start_up + receives * costs.receive;
  const auto units = static_cast<double>(std::max(total_length(to), total_length(from)));
  const double transfer = units * options.bytes_per_unit / costs.bandwidth;
  const double slower =
      1 + costs.send_penalty * log2_of(to.size()) + costs.receive_penalty * log2_of(from.size());
  const double questions = 4 * (sends + receives) * std::max(costs.signal, costs.receive);
  const double at_once = max(comm, std::max(start_ups, transfer * slower));
  const double in_phases = max(comm, start_ups + transfer), building = max(comm, questions);

  const bool phases = building / options.replays + in_phases < at_once;
  const Strategy strategy =
      phases ? Strategy{Algorithm::distributed, {options.protocol.value_or(Protocol::windowed), 1}}
             : plain(options);
  Plan plan = plan_of(vectors, strategy, options);
  if (phases && races(comm, options))
    plan.candidates.push_back(plan_of(vectors, plain(options), options).best());
  plan.reason = text(name_of(strategy), ": of ", comm.size(), " ranks the busiest needs about ",
                     time_of(at_once), " all at once, ", time_of(in_phases), " in phases");
  return plan;
}

// An algorithm that does not need the matrix makes this rank's tables alone.
Plan plan_of(const MessageVectors& vectors, const CommunicationMatrix& matrix, const Strategy& strategy,
             const ChoiceOptions& options) {
  const PlanOptions planning = plan_options(strategy, options);
  const AlgorithmEntry& entry = entry_of(strategy.algorithm);
  if (entry.local || entry.by_messages) return plan_of(vectors, strategy, options);
  return make_plan(vectors, planning,
                   make_phase_tables(matrix, vectors.communicator.rank(), planning.schedule));
}

// Rank 0 predicts.
Plan choose_with_matrix(const MessageVectors& vectors, const ChoiceOptions& options) {
  const Communicator& comm = vectors.communicator;
  const CommunicationMatrix matrix =
      concatenate(comm, vectors.destinations,
                  shared_on_hosts(vectors.indices, comm.rank(), options.schedule.machine.ranks_per_host));
  const bool races_them = races(comm, options);
  std::string reason;
  std::vector<Strategy> strategies = collectively(comm, [&] {
    if (comm.rank() > 0) return std::vector<Strategy>();
    const Choice choice = detail::choose(matrix, options, /*has_matrix=*/true);
    reason = choice.reason;
    return races_them ? strategies_to_race(choice, matrix, options) : std::vector{choice.strategy};
  });
  broadcast(comm, strategies);
  broadcast(comm, reason);
  Plan plan = plan_of(vectors, matrix, strategies.front(), options);
  for (std::size_t k = 1; k < strategies.size(); ++k)
    plan.candidates.push_back(plan_of(vectors, matrix, strategies[k], options).best());
  plan.reason = std::move(reason);
  return plan;
}

Plan choose_on_one_host(const MessageVectors& vectors, const ChoiceOptions& options) {
  Plan plan = plan_of(vectors, plain(options), options);
  plan.reason = text(name_of(plain(options)), ": the ", vectors.communicator.size(),
                     " ranks share one host, where no order of messages is faster");
  return plan;
}

// As most programs send by themselves: a choice by costs that are wrong would be slower, and so would be a
// race that corrects it within some hundred replays.
Plan not_chosen(const MessageVectors& vectors, ChoiceOptions options) {
  if (options.schedule.order == ScheduleOptions{}.order) options.schedule.order = SendOrder::ascending;
  Plan plan = plan_of(vectors, plain(options), options);
  plan.reason =
      text(name_of(plain(options)),
           " in the order of ranks: no plan was chosen, because what messages cost here is a guess; "
           "run calibrate once and give its machine file (PARTITA_MACHINE; read_machine in C++)");
  return plan;
}

}  // namespace

Plan choose_plan(const MessageVectors& vectors, const ChoiceOptions& options) {
  const Communicator& comm = vectors.communicator;
  const Span span(comm, "set-up", "plan");
  const Machine& machine = options.schedule.machine;
  require_same(comm, Hash().add(fingerprint(options.schedule), machine.costs.fragment).value(),
               "the machine to choose for");
  check_alike([&] { require_room(machine, comm.size()); });
  if (comm.size() <= machine.ranks_per_host) return choose_on_one_host(vectors, options);
  if (machine.costs_are_guessed && !options.protocol) return not_chosen(vectors, options);
  if (comm.size() > most_ranks_concatenated) return choose_without_matrix(vectors, options);
  return choose_with_matrix(vectors, options);
}

Plan choose_plan(const AccessPattern& pattern, const ChoiceOptions& options) {
  return choose_plan(message_vectors(pattern), options);
}

Plan choose_plan(const AccessPattern& pattern) { return choose_plan(message_vectors(pattern)); }

Plan choose_plan(const MessageVectors& vectors, double bytes_per_unit, std::optional<Protocol> protocol) {
  return choose_plan(vectors, {.schedule = {.machine = machine_here(vectors.communicator)},
                               .bytes_per_unit = bytes_per_unit,
                               .protocol = protocol});
}

}  // namespace partita
