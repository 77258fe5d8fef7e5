#include <cstdint>
#include <utility>
#include <vector>

#include <partita/executor/replay/make_replay.hpp>
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

// If no rank knows before how long units are, a rank that only relays learns it from the first message that
// comes: that must be whole. Collective if there are fragments.
Way way_for(Way way, const PhaseTable& table, const MessageVectors& vectors, std::size_t unit_bytes) {
  if (way.fragment == 0 || unit_bytes > 0) return way;
  const bool has_own_units = !vectors.destinations.empty() || !vectors.sources.empty();
  const bool only_relays = !has_own_units && !table.receives.empty();
  if (max(vectors.communicator, std::int64_t{only_relays}) > 0) way.fragment = 0;
  return way;
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

std::string name_of_messages(const MessageVectors& vectors) {
  const Communicator& comm = vectors.communicator;
  return "pattern " + hex(sum(comm, Hash().add(comm.rank(), vectors.fingerprint).value()));
}

Replay make_replay(const MessageVectors& vectors, Direction direction, const Strategy& strategy,
                   const PhaseTable& table, Transport transport, std::size_t unit_bytes,
                   const std::string& name) {
  const bool gathers = direction == Direction::gather;
  const std::vector<BufferPart> owned = buffer_parts(vectors.destinations),
                                ghosts = buffer_parts(vectors.sources);
  Layouts layouts =
      lay_out_on_all(vectors.communicator, table, gathers ? owned : ghosts, gathers ? ghosts : owned,
                     "the plan's messages are not those of its access pattern; make the plan with make_plan");
  return Replay(vectors.communicator, std::move(layouts),
                {.way = way_for(strategy.way, table, vectors, unit_bytes),
                 .timed_idle = has_timed_idle(strategy.algorithm),
                 .transport = transport,
                 .bytes_per_unit = unit_bytes,
                 .tells_types = !is_staged(strategy.algorithm),
                 .name = (gathers ? "gather of " : "scatter of ") + name});
}

}  // namespace partita::detail
