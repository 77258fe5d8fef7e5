#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <partita/executor/replay/make_replays.hpp>
#include <partita/executor/replay/memory/layout.hpp>
#include <partita/executor/replay/transport/shared_memory.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/span.hpp>

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

// If no rank knows before how long units are, a rank that only relays learns it from the first message that
// comes: that must be whole. Collective if there are fragments.
Way way_for(Way way, const PhaseTable& table, const MessageVectors& vectors, std::size_t unit_bytes) {
  if (way.fragment == 0 || unit_bytes > 0) return way;
  const bool has_own_units = !vectors.destinations.empty() || !vectors.sources.empty();
  const bool only_relays = !has_own_units && !table.receives.empty();
  if (max(vectors.communicator, std::int64_t{only_relays}) > 0) way.fragment = 0;
  return way;
}

// Of a direction: the messages of each candidate.
std::vector<Layouts> lay_out(const MessageVectors& vectors, const Plan& plan, Direction direction) {
  const std::vector<BufferPart> owned = buffer_parts(vectors.destinations),
                                ghosts = buffer_parts(vectors.sources);
  const bool gathers = direction == Direction::gather;
  std::vector<Layouts> all;
  for (const Candidate& candidate : plan.candidates) {
    std::optional<Layouts> found =
        lay_out(vectors.communicator.rank(), gathers ? candidate.tables.forward : candidate.tables.backward,
                gathers ? owned : ghosts, gathers ? ghosts : owned);
    if (!found)
      throw Error("the plan's messages are not those of its access pattern; make the plan with make_plan");
    all.push_back(std::move(*found));
  }
  return all;
}

// An index array that has changed gives another pattern, often one of the same lengths.
void require_match(const MessageVectors& vectors, const Plan& plan) {
  if (plan.pattern != vectors.fingerprint)
    throw Error("the plan is for another access pattern than rank ", vectors.communicator.rank(),
                "'s; make a new plan whenever the pattern changes");
}

}  // namespace

std::vector<Replays> make_replays(const MessageVectors& vectors, const Plan& plan,
                                  const std::vector<Direction>& directions, std::size_t unit_bytes,
                                  const std::string& name) {
  const Communicator& comm = vectors.communicator;
  const Span span(comm, "set-up", "exchange");
  std::vector<std::vector<Layouts>> layouts = collectively(comm, [&] {
    require_match(vectors, plan);
    std::vector<std::vector<Layouts>> all;
    for (const Direction direction : directions) all.push_back(lay_out(vectors, plan, direction));
    return all;
  });
  std::vector<Replays> made;
  made.reserve(directions.size());
  for (std::size_t d = 0; d < directions.size(); ++d) {
    const bool gathers = directions[d] == Direction::gather;
    const std::string called = (gathers ? "gather of " : "scatter of ") + name;
    std::vector<Replay> replays;
    replays.reserve(plan.candidates.size());
    for (std::size_t k = 0; k < plan.candidates.size(); ++k) {
      const auto& [schedule, way, tables] = plan.candidates[k];
      const PhaseTable& table = gathers ? tables.forward : tables.backward;
      replays.emplace_back(comm, std::move(layouts[d][k]),
                           ReplayOptions{.way = way_for(way, table, vectors, unit_bytes),
                                         .timed_idle = has_timed_idle(schedule.algorithm),
                                         .transport = plan.transport,
                                         .bytes_per_unit = unit_bytes,
                                         .tells_types = !is_staged(schedule.algorithm),
                                         .name = called});
    }
    made.emplace_back(comm, std::move(replays), called);
  }
  if (plan.transport != Transport::mpi) SharedMemory::of(comm).say_what_was_refused(comm);
  return made;
}

}  // namespace partita::detail
