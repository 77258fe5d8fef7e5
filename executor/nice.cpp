#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include <partita/executor/choosing/choose_plan.hpp>
#include <partita/executor/choosing/machine_here.hpp>
#include <partita/executor/nice.hpp>
#include <partita/executor/replay/memory/layout.hpp>
#include <partita/executor/replay/replay.hpp>
#include <partita/executor/replay/transport/shared_memory.hpp>
#include <partita/support/collectively.hpp>

namespace partita::nice {

using namespace detail;

namespace {

// Pointers belong to entries: there must be no doubt to which.
void check_order(int rank, const DestinationVector& destinations) {
  const bool ascends = std::ranges::adjacent_find(destinations, std::ranges::greater_equal(),
                                                  &MatrixEntry::rank) == destinations.end();
  if (!ascends || std::ranges::find(destinations, 0, &MatrixEntry::length) != destinations.end())
    throw Error("the destination vector of rank ", rank,
                " must ascend by rank and have no entry of length 0, to have a buffer for each");
}

// Each entry has a buffer of its own.
std::vector<BufferPart> buffer_parts(const std::vector<MatrixEntry>& entries) {
  std::vector<BufferPart> all;
  for (const auto [rank, length] : entries)
    all.push_back({rank, 0, static_cast<std::size_t>(length), all.size()});
  return all;
}

Replay replay(const Communicator& comm, const SchedulingTable& table) {
  Layouts layouts = collectively(comm, [&] {
    std::optional<Layouts> found = detail::lay_out(
        comm.rank(), table.phases, buffer_parts(table.destinations), buffer_parts(table.sources));
    if (!found)
      throw Error("the phases of rank ", comm.rank(),
                  "'s scheduling table do not carry what its vectors say; make it with nice::schedule");
    return std::move(*found);
  });
  Replay made(comm, std::move(layouts), {.way = table.way});
  detail::SharedMemory::of(comm).say_what_was_refused(comm);
  return made;
}

void require_one_each(const char* kind, std::size_t pointers, std::size_t entries) {
  if (pointers != entries)
    throw Error("a communication of ", entries, " ", kind, " was given ", pointers,
                " pointers to buffers; give one for each");
}

}  // namespace

SchedulingTable schedule(const Communicator& comm, const DestinationVector& destinations,
                         const std::function<Plan(const MessageVectors&)>& plan) {
  collectively(comm, [&] { check_order(comm.rank(), destinations); });
  MessageVectors vectors = message_vectors(comm, destinations);
  Plan made = plan(vectors);
  return {std::move(vectors.destinations), std::move(vectors.sources), std::move(made.best().tables.forward),
          made.best().way, std::move(made.reason)};
}

SchedulingTable schedule(const Communicator& comm, const DestinationVector& destinations) {
  return schedule(comm, destinations, {.schedule = {.machine = machine_here(comm)}});
}

SchedulingTable schedule(const Communicator& comm, const DestinationVector& destinations,
                         const ChoiceOptions& options) {
  ChoiceOptions once = options;
  once.race = false;  // a table is replayed as it is
  return schedule(comm, destinations,
                  [&](const MessageVectors& vectors) { return choose_plan(vectors, once); });
}

SchedulingTable schedule(const Communicator& comm, const DestinationVector& destinations,
                         const ScheduleOptions& options) {
  return schedule(comm, destinations,
                  [&](const MessageVectors& vectors) { return make_plan(vectors, {.schedule = options}); });
}

struct Communication::State {
  Replay replay;
  std::vector<Records> outgoing, incoming;  // one per destination, one per source
};

Communication::Communication(const Communicator& comm, const SchedulingTable& table)
    : state_(std::make_unique<State>(State{replay(comm, table),
                                           {table.destinations.size(), Records(nullptr, 0)},
                                           {table.sources.size(), Records(nullptr, 0)}})) {}

Communication::Communication(Communication&&) noexcept = default;
Communication& Communication::operator=(Communication&&) noexcept = default;
Communication::~Communication() = default;

void Communication::operator()(std::span<const void* const> outgoing, std::span<void* const> incoming,
                               std::size_t bytes_per_unit) {
  begin(outgoing, incoming, bytes_per_unit);
  finish();
}

Communication::State& Communication::made() const {
  if (!state_) throw Error("a communication was used that had been moved from; use the one it was moved to");
  return *state_;
}

void Communication::begin(std::span<const void* const> outgoing, std::span<void* const> incoming,
                          std::size_t bytes_per_unit) {
  State& state = made();
  state.replay.require_idle();
  require_one_each("destinations", outgoing.size(), state.outgoing.size());
  require_one_each("sources", incoming.size(), state.incoming.size());
  const auto records = [bytes_per_unit](const void* buffer) {
    return Records(static_cast<std::byte*>(const_cast<void*>(buffer)), bytes_per_unit);
  };
  std::ranges::transform(outgoing, state.outgoing.begin(), records);
  std::ranges::transform(incoming, state.incoming.begin(), records);
  state.replay.begin(state.outgoing, state.incoming, bytes_per_unit);
}

void Communication::finish() { made().replay.finish(); }

}  // namespace partita::nice
