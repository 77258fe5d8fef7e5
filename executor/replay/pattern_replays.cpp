#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

#include <partita/executor/choice/choose.hpp>
#include <partita/executor/choice/risk.hpp>
#include <partita/executor/learning/way_memory.hpp>
#include <partita/executor/protocols/busy_lock.hpp>
#include <partita/executor/replay/pattern_replays.hpp>
#include <partita/executor/transport/fragments.hpp>
#include <partita/schedule/algorithm_entry.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/duration.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/reduce.hpp>

namespace partita::detail {

namespace {

std::vector<BufferPart> buffer_parts(const std::vector<MatrixEntry>& entries) {
  std::vector<BufferPart> all;
  std::size_t first = 0;
  for (const auto [rank, length] : entries) {
    all.push_back({rank, first, static_cast<std::size_t>(length)});
    first += static_cast<std::size_t>(length);
  }
  return all;
}

// An index array that has changed gives another pattern, often one of the same lengths.
void check(const MessageVectors& vectors, const Plan& plan) {
  collectively(vectors.communicator, [&] {
    if (plan.pattern != vectors.fingerprint)
      throw Error("the plan is for another access pattern than rank ", vectors.communicator.rank(),
                  "'s; make a new plan whenever the pattern changes");
  });
}

Strategy strategy_of(const Plan& plan) {
  return {plan.schedule.algorithm, plan.protocol.of_stage(0), plan.window};
}

// The first is that of the plan itself.
std::vector<Strategy> strategies_of(const Plan& plan) {
  std::vector<Strategy> all{strategy_of(plan)};
  for (const Plan& rival : plan.rivals) all.push_back(strategy_of(rival));
  return all;
}

// If no rank knows before how long units are, a rank that only relays learns it from the first message that
// comes: that must be whole. Collective.
std::size_t fragment_for(const PhaseTable& table, const Machine& machine, const MessageVectors& vectors,
                         std::size_t unit_bytes) {
  const std::size_t fragment = fragment_of(machine);
  if (fragment == 0 || unit_bytes > 0) return fragment;
  const bool has_own_units = total_length(vectors.destinations) + total_length(vectors.sources) > 0;
  const bool only_relays = !has_own_units && !table.receives.empty();
  return max(vectors.communicator, std::int64_t{only_relays}) > 0 ? 0 : fragment;
}

// What an exchange may learn about, the plan itself first; with numbers for units if their bytes are not
// known yet. Collective.
std::vector<Learner::Way> learnable(const MessageVectors& vectors, const Plan& plan, std::size_t unit_bytes) {
  const auto bytes = static_cast<double>(std::max(unit_bytes, sizeof(double)));
  const double own = std::max(burden_of(vectors.destinations, bytes), burden_of(vectors.sources, bytes));
  const double burden = max(vectors.communicator, own);
  const auto of = [&](const Plan& one) {
    const int risk = risk_of(strategy_of(one), plan.schedule.machine, burden);
    return Learner::Way{risk, one.predicted, risk > 0 ? one.handicap : 1};
  };
  std::vector<Learner::Way> ways{of(plan)};
  for (const Plan& rival : plan.rivals) ways.push_back(of(rival));
  return ways;
}

// The one that rank 0 remembers for this direction, else that of the plan. Collective.
std::size_t first_way(const Communicator& comm, const Plan& plan, const std::vector<Strategy>& ways,
                      WayMemory::Direction direction) {
  std::size_t first = 0;
  if (plan.memory)
    if (const std::optional<Strategy> remembered = plan.memory->recall(direction)) {
      const auto found = std::ranges::find(ways, *remembered);
      if (found != ways.end()) first = static_cast<std::size_t>(found - ways.begin());
    }
  return static_cast<std::size_t>(max(comm, static_cast<std::int64_t>(first)));
}

// "learnt in 70 replays: rs_n by windowed 1, 12.3 ms a replay; others: ac by post_all 19.9 ms".
std::string in_words(const Learner& learner, const std::vector<Strategy>& ways) {
  const auto took = [&](std::size_t way) {
    return learner.seconds()[way] > 0 ? time_of(learner.seconds()[way]) : "not tried yet";
  };
  std::string all = learner.has_given_up()       ? "learnt nothing, because replays differ in length: "
                    : learner.times_learnt() > 0 ? text("learnt in ", learner.learnt_in(), " replays: ")
                                                 : text("learning, after ", learner.replays(), " replays: ");
  all += text(name_of(ways[learner.best()]), ", ", took(learner.best()), " a replay");
  for (std::size_t way = 0; way < ways.size(); ++way)
    if (way != learner.best())
      all += text(all.find("others") == std::string::npos ? "; others: " : ", ", name_of(ways[way]), " ",
                  took(way));
  return all;
}

// The same on every rank.
std::string name_of_pattern(const MessageVectors& vectors) {
  const auto rank = static_cast<std::uint64_t>(vectors.communicator.rank());
  const std::uint64_t mine = Hash().add(rank, vectors.fingerprint).value();
  return "pattern " + Hash().add(reduce(vectors.communicator, mine, MPI_BXOR)).hex();
}

}  // namespace

Layouts lay_out_on_all(const Communicator& comm, const PhaseTable& table,
                       std::span<const BufferPart> outgoing, std::span<const BufferPart> incoming,
                       const std::string& sentence) {
  return collectively(comm, [&] {
    std::optional<Layouts> found = lay_out(comm.rank(), table, outgoing, incoming);
    if (!found) throw Error(sentence);
    return std::move(*found);
  });
}

PatternReplays make_replays(const MessageVectors& vectors, const Plan& plan, std::size_t unit_bytes,
                            const std::string& name, bool scatter) {
  check(vectors, plan);
  const Communicator& comm = vectors.communicator;
  const std::vector<BufferPart> owned = buffer_parts(vectors.destinations),
                                ghosts = buffer_parts(vectors.sources);
  const std::string called = name.empty() ? name_of_pattern(vectors) : name;
  const auto replay = [&](const Plan& way, bool gathers) {
    const PhaseTable& table = gathers ? way.gather : way.scatter;
    const ReplayOptions options{.protocol = way.protocol,
                                .window = way.window,
                                .timed_idle = has_timed_idle(way.schedule.algorithm),
                                .lock = plan.lock,
                                .message_time = message_time(way.schedule.machine),
                                .transport = plan.transport,
                                .bytes_per_unit = unit_bytes,
                                .fragment = fragment_for(table, way.schedule.machine, vectors, unit_bytes),
                                .name = (gathers ? "gather of " : "scatter of ") + called};
    Layouts layouts = lay_out_on_all(
        comm, table, gathers ? owned : ghosts, gathers ? ghosts : owned,
        "the plan's messages are not those of its access pattern; make the plan with make_plan");
    return Replay(comm, std::move(layouts), options);
  };
  const bool learns = !plan.rivals.empty() && plan.transport != Transport::neighbour;
  const std::vector<Strategy> ways = strategies_of(plan);
  const std::vector<Learner::Way> learnt_about =
      learns ? learnable(vectors, plan, unit_bytes) : std::vector<Learner::Way>{};
  const auto learnt = [&](bool gathers) {
    Replay first = replay(plan, gathers);
    if (!learns) return LearntReplay(std::move(first));
    std::vector<Replay> rivals;
    for (const Plan& rival : plan.rivals) rivals.push_back(replay(rival, gathers));
    const auto direction = gathers ? WayMemory::Direction::gather : WayMemory::Direction::scatter;
    Learning::Found found;
    if (plan.memory)
      found = [=, memory = plan.memory](std::size_t way, double seconds) {
        memory->remember(direction, ways[way], seconds);
      };
    const Learner learner(learnt_about, first_way(comm, plan, ways, direction));
    return LearntReplay(
        std::move(first),
        std::make_unique<Learning>(comm, std::move(rivals), learner,
                                   (gathers ? "gather of " : "scatter of ") + called, std::move(found)));
  };
  PatternReplays replays{learnt(true), std::nullopt};
  if (scatter) replays.scatter.emplace(learnt(false));
  return replays;
}

Plan plan_now(const Plan& plan, const PatternReplays& replays) {
  Plan now = plan;
  now.rivals.clear();
  now.memory = nullptr;
  const Learner *gather = replays.gather.learner(),
                *scatter = replays.scatter ? replays.scatter->learner() : nullptr;
  if (gather == nullptr) return now;
  const bool is_scatter = scatter != nullptr && scatter->replays() > gather->replays();
  const Learner& learner = is_scatter ? *scatter : *gather;
  if (learner.replays() == 0) return now;
  if (learner.best() > 0) now = plan.rivals[learner.best() - 1];
  now.transport = plan.transport;
  now.lock = plan.lock;
  now.reason = text(plan.reason, "; ", in_words(learner, strategies_of(plan)));
  return now;
}

bool in_one_piece(const AccessPattern& pattern, const Plan& plan) {
  const int me = pattern.communicator().rank();
  const auto sent = [me](const Transfer& transfer) {
    return transfer.pieces.size() == 1 && transfer.pieces.front().origin == me;
  };
  const auto received = [me](const Transfer& transfer) {
    return transfer.pieces.size() == 1 && transfer.pieces.front().target == me;
  };
  const auto of_table = [&](const PhaseTable& table) {
    return std::ranges::all_of(table.sends, sent) && std::ranges::all_of(table.receives, received) &&
           table.copies.empty();
  };
  const auto of_plan = [&](const Plan& one) { return of_table(one.gather) && of_table(one.scatter); };
  return of_plan(plan) && std::ranges::all_of(plan.rivals, of_plan);
}

std::vector<local_index> needed_values(const AccessPattern& pattern) {
  std::vector<local_index> values;
  for (const NeededBy& neighbour : pattern.needed_by())
    values.insert(values.end(), neighbour.owned.begin(), neighbour.owned.end());
  return values;
}

}  // namespace partita::detail
