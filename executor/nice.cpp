#include <algorithm>
#include <functional>
#include <utility>

#include <partita/executor/nice.hpp>
#include <partita/executor/replay/pattern_replays.hpp>
#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/schedule.hpp>
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

Replay replay(const Communicator& comm, const SchedulingTable& table, const StageProtocols& protocol) {
  Layouts found = detail::lay_out_on_all(
      comm, table.phases, buffer_parts(table.destinations), buffer_parts(table.sources),
      text("the phases of rank ", comm.rank(),
           "'s scheduling table do not carry what its vectors say; make it with nice::schedule"));
  return Replay(comm, std::move(found), {.protocol = protocol});
}

void require_one_each(const char* kind, std::size_t pointers, std::size_t entries) {
  if (pointers != entries)
    throw Error("a communication of ", entries, " ", kind, " was given ", pointers,
                " pointers to buffers; give one for each");
}

}  // namespace

SchedulingTable schedule(const Communicator& comm, const DestinationVector& destinations,
                         const ScheduleOptions& options) {
  collectively(comm, [&] { check_order(comm.rank(), destinations); });
  SourceVector sources = source_vector(comm, destinations);
  PhaseTable phases = make_phase_tables(comm, destinations, sources, options).forward;
  return {destinations, std::move(sources), std::move(phases)};
}

Communication::Communication(const Communicator& comm, const SchedulingTable& table,
                             const StageProtocols& protocol)
    : replay_(replay(comm, table, protocol)),
      outgoing_(table.destinations.size(), Records(nullptr, 0)),
      incoming_(table.sources.size(), Records(nullptr, 0)) {}

void Communication::operator()(std::span<const void* const> outgoing, std::span<void* const> incoming,
                               std::size_t bytes_per_unit) {
  require_one_each("destinations", outgoing.size(), outgoing_.size());
  require_one_each("sources", incoming.size(), incoming_.size());
  const auto records = [bytes_per_unit](const void* buffer) {
    return Records(static_cast<std::byte*>(const_cast<void*>(buffer)), bytes_per_unit);
  };
  std::ranges::transform(outgoing, outgoing_.begin(), records);
  std::ranges::transform(incoming, incoming_.begin(), records);
  replay_.begin(outgoing_, incoming_, bytes_per_unit);
  replay_.finish();
}

}  // namespace partita::nice
