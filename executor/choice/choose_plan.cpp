#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <partita/executor/choice/building.hpp>
#include <partita/executor/choice/choose_plan.hpp>
#include <partita/executor/choice/dry_run.hpp>
#include <partita/executor/choice/machine_here.hpp>
#include <partita/executor/choice/rivals.hpp>
#include <partita/executor/learning/way_memory.hpp>
#include <partita/executor/transport/shared_memory.hpp>
#include <partita/schedule/algorithm_entry.hpp>
#include <partita/schedule/schedule.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/duration.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/settings.hpp>

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

bool learning_is_wanted() {
  return is_switched_on("PARTITA_LEARN", true, "to let exchanges between hosts learn");
}

// Whether an exchange may try others besides the chosen one. Collective.
bool learns(const Communicator& comm, const ChoiceOptions& options) {
  const bool several_hosts = SharedMemory::of(comm).ranks() < comm.size();
  if (!options.learn || !several_hosts || options.replays < least_replays_to_learn) return false;
  return max(comm, collectively(comm, [&] { return comm.rank() == 0 && learning_is_wanted() ? 1 : 0; })) > 0;
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
      phases ? Strategy{Algorithm::distributed, options.protocol.value_or(Protocol::windowed), 1}
             : plain(options);
  Plan plan = make_plan(vectors, plan_options(strategy, options));
  if (phases && learns(vectors.communicator, options))
    plan.rivals.push_back(make_plan(vectors, plan_options(plain(options), options)));
  plan.reason = text(name_of(strategy), ": of ", comm.size(), " ranks the busiest needs about ",
                     time_of(at_once), " all at once, ", time_of(in_phases), " in phases");
  return plan;
}

// An algorithm that does not need the matrix makes this rank's tables alone.
PhaseTables tables_for(const MessageVectors& vectors, const CommunicationMatrix& matrix,
                       const ScheduleOptions& options) {
  const AlgorithmEntry& entry = entry_of(options.algorithm);
  if (entry.local || entry.by_messages)
    return make_phase_tables(vectors.communicator, vectors.destinations, vectors.sources, options,
                             vectors.indices);
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

// What an exchange of these messages may learn.
struct Learnable {
  std::vector<PredictedStrategy> ways = {};      // the first is that of the plan
  std::shared_ptr<const WayMemory> memory = {};  // of rank 0
  bool recalled = false;                         // the first was
};

// Costs are measured again now and then; what was learnt stays. But in fragments the same way is another.
std::string key_of(const CommunicationMatrix& matrix, const ChoiceOptions& options, int ranks_on_host) {
  const Machine& machine = options.schedule.machine;
  Hash hash;
  hash.add(machine.name(), machine.ranks_per_host, ranks_on_host, options.bytes_per_unit,
           options.schedule.seed, matrix.ranks(), machine.costs.fragment > 0);
  for (int from = 0; from < matrix.ranks(); ++from)
    for (const auto [to, length] : matrix.destinations(from)) hash.add(from, to, length);
  return hash.hex();
}

// As rank 0 finds it.
Learnable find_learnable(const CommunicationMatrix& matrix, const ChoiceOptions& options,
                         const PredictedStrategy& chosen, int ranks_on_host) {
  Learnable found{.ways = {chosen}};
  const bool learns = learning_is_wanted();
  if (learns) {
    const std::vector<PredictedStrategy> rivals = rivals_of(chosen.strategy, matrix, options);
    found.ways.insert(found.ways.end(), rivals.begin(), rivals.end());
  }
  const char* const file = setting("PARTITA_CACHE");
  if (file == nullptr || *file == '\0') return found;

  const WayMemory memory(file, key_of(matrix, options, ranks_on_host));
  if (learns) found.memory = std::make_shared<const WayMemory>(memory);
  const std::vector<Strategy> allowed = strategies_for(options, matrix.ranks());
  for (const auto direction : {WayMemory::Direction::scatter, WayMemory::Direction::gather}) {
    const std::optional<Strategy> recalled = memory.recall(direction);
    if (!recalled || std::ranges::find(allowed, *recalled) == allowed.end()) continue;
    const auto known = std::ranges::find(found.ways, *recalled, &PredictedStrategy::strategy);
    const PredictedStrategy first = known != found.ways.end() ? *known : PredictedStrategy{*recalled, 0, 1};
    if (known != found.ways.end()) found.ways.erase(known);
    found.ways.insert(found.ways.begin(), first);
    found.recalled = true;
  }
  if (!learns) found.ways.resize(1);
  return found;
}

}  // namespace

Plan choose_plan(const MessageVectors& vectors, const ChoiceOptions& options, int timed_strategies) {
  const Communicator& comm = vectors.communicator;
  const Machine& machine = options.schedule.machine;
  require_same(comm, Hash(fingerprint(options.schedule)).add(machine.costs.fragment).value(),
               "the machine to choose for");
  collectively(comm, [&] { require_room(machine, comm.size()); });
  if (timed_strategies == 0 && comm.size() <= machine.ranks_per_host) {
    Plan plan = make_plan(vectors, plan_options(plain(options), options));
    plan.reason = text(name_of(plain(options)), ": the ", comm.size(),
                       " ranks share one host, where no order of messages is faster");
    return plan;
  }
  if (comm.size() > most_ranks_concatenated) return choose_without_matrix(vectors, options);

  const CommunicationMatrix matrix = concatenate(
      comm, vectors.destinations, shared_on_hosts(vectors.indices, comm.rank(), machine.ranks_per_host));
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
  const int ranks_on_host = SharedMemory::of(comm).ranks();
  const PredictedStrategy chosen{strategies.front(), choice.replay, choice.handicap};
  Learnable learnable{.ways = {chosen}};
  if (options.learn && ranks_on_host < comm.size() && options.replays >= least_replays_to_learn) {
    learnable = collectively(comm, [&] {
      return comm.rank() == 0 ? find_learnable(matrix, asked, chosen, ranks_on_host) : Learnable();
    });
  }
  broadcast(comm, learnable.ways);
  std::vector<Plan> plans;
  for (const auto& [way, seconds, handicap] : learnable.ways) {
    const PlanOptions planning = plan_options(way, options);
    plans.push_back(make_plan(vectors, planning, tables_for(vectors, matrix, planning.schedule)));
    plans.back().predicted = seconds;
    plans.back().handicap = handicap;
  }
  Plan plan = std::move(plans.front());
  plan.rivals.assign(std::make_move_iterator(plans.begin() + 1), std::make_move_iterator(plans.end()));
  plan.memory = std::move(learnable.memory);
  plan.reason = learnable.recalled
                    ? text(name_of(learnable.ways.front().strategy), ": learnt before (PARTITA_CACHE)")
                    : choice.reason;
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
