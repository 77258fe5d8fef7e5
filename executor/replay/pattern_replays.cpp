#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

#include <partita/executor/protocols/busy_lock.hpp>
#include <partita/executor/replay/pattern_replays.hpp>
#include <partita/support/collectively.hpp>
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
  ReplayOptions options{.protocol = plan.protocol,
                        .window = plan.window,
                        .timed_idle = has_timed_idle(plan.schedule.algorithm),
                        .lock = plan.lock,
                        .message_time = message_time(plan.schedule.machine),
                        .transport = plan.transport};
  if (unit_bytes != 0) options.bytes_per_unit = unit_bytes;
  const Communicator& comm = vectors.communicator;
  const std::vector<BufferPart> owned = buffer_parts(vectors.destinations),
                                ghosts = buffer_parts(vectors.sources);
  const auto layouts = [&](const PhaseTable& table, const auto& from, const auto& into) {
    return lay_out_on_all(
        comm, table, from, into,
        "the plan's messages are not those of its access pattern; make the plan with make_plan");
  };
  Layouts of_gather = layouts(plan.gather, owned, ghosts), of_scatter;
  if (scatter) of_scatter = layouts(plan.scatter, ghosts, owned);
  const std::string called = name.empty() ? name_of_pattern(vectors) : name;
  options.name = "gather of " + called;
  PatternReplays replays{Replay(comm, std::move(of_gather), options), std::nullopt};
  options.name = "scatter of " + called;
  if (scatter) replays.scatter.emplace(comm, std::move(of_scatter), options);
  return replays;
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
    return std::ranges::all_of(table.sends, sent) && std::ranges::all_of(table.receives, received);
  };
  return of_table(plan.gather) && of_table(plan.scatter);
}

std::vector<local_index> needed_values(const AccessPattern& pattern) {
  std::vector<local_index> values;
  for (const NeededBy& neighbour : pattern.needed_by())
    values.insert(values.end(), neighbour.owned.begin(), neighbour.owned.end());
  return values;
}

}  // namespace partita::detail
