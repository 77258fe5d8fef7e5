#include <algorithm>
#include <utility>

#include <partita/executor/transport/neighbour_collective.hpp>
#include <partita/executor/transport/neighbour_graphs.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/error.hpp>

namespace partita::detail {

namespace {

void require_plain(int rank, const char* what, const std::vector<RankMessage>& messages) {
  for (const RankMessage& message : messages)
    if (message.relays)
      throw Error("in this schedule rank ", rank,
                  " relays messages of others, which the transport neighbour cannot; take a direct "
                  "algorithm, or the transport automatic");
  std::vector<int> all = partners(messages);
  std::ranges::sort(all);
  const auto twice = std::ranges::adjacent_find(all);
  if (twice != all.end())
    throw Error("in this schedule rank ", rank, ' ', what, " rank ", *twice,
                " several messages, and the transport neighbour has one for each pair of ranks; take an "
                "algorithm that splits none, or the transport automatic");
}

const RankPart& require_one_call(const Communicator& comm, const RankPart& part) {
  collectively(comm, [&] {
    for (const RankStage& stage : part.stages)
      if (stage.protocol != Protocol::post_all)
        throw Error(
            "the transport neighbour is one call for all messages, which is to replay by "
            "post_all, not by ",
            name_of(stage.protocol), "; take the protocol post_all, or the transport automatic");
    require_plain(comm.rank(), "sends", part.sends);
    require_plain(comm.rank(), "receives from", part.receives);
  });
  return part;
}

// Ascending; never empty.
std::vector<int> union_of(std::vector<int> destinations, const std::vector<int>& sources, int rank) {
  destinations.insert(destinations.end(), sources.begin(), sources.end());
  if (destinations.empty()) destinations.push_back(rank);
  return each_once(std::move(destinations));
}

std::vector<std::size_t> places_in(const std::vector<int>& neighbours, std::span<const int> ranks) {
  std::vector<std::size_t> places;
  for (const int rank : ranks)
    places.push_back(
        static_cast<std::size_t>(std::ranges::lower_bound(neighbours, rank) - neighbours.begin()));
  return places;
}

}  // namespace

NeighbourCollective::NeighbourCollective(const Communicator& comm, const RankPart& part)
    : comm_(comm),
      neighbours_(
          union_of(partners(require_one_call(comm, part).sends), partners(part.receives), comm.rank())),
      destinations_(places_in(neighbours_, partners(part.sends))),
      sources_(places_in(neighbours_, partners(part.receives))),
      graphs_(NeighbourGraphs::of(comm)),
      graph_(graphs_.take(neighbours_)),
      sends_(neighbours_.size()),
      receives_(neighbours_.size()) {}

NeighbourCollective::~NeighbourCollective() { graphs_.give_back(graph_); }

NeighbourCollective::Side::Side(std::size_t neighbours)
    : memory_(neighbours),
      bytes_(neighbours),
      blocks_(neighbours),
      counts_(neighbours),
      addresses_(neighbours),
      types_(neighbours, MPI_BYTE) {}

void NeighbourCollective::Side::set(std::size_t k, const std::byte* memory, std::size_t bytes) {
  memory_[k] = memory;
  MPI_Get_address(memory, &addresses_[k]);
  if (bytes_[k] == bytes) return;
  bytes_[k] = bytes;
  const ByteBlock& block = blocks_[k].emplace(bytes);
  counts_[k] = block.count();
  types_[k] = block.type();
}

void NeighbourCollective::post(std::size_t receive, ReplayMemory& memory) {
  const ReplayMemory::End& end = memory.receives()[receive];
  receives_.set(sources_[receive], memory.room(end), memory.bytes(end));
}

ReplayTransport::Started NeighbourCollective::send(std::size_t send, ReplayMemory& memory) {
  const ReplayMemory::End& end = memory.sends()[send];
  sends_.set(destinations_[send], memory.packed(end), memory.bytes(end));
  return Started::under_way;
}

void NeighbourCollective::begun() {
  MPI_Ineighbor_alltoallw(MPI_BOTTOM, sends_.counts(), sends_.addresses(), sends_.types(), MPI_BOTTOM,
                          receives_.counts(), receives_.addresses(), receives_.types(),
                          graphs_.handle(graph_), &request_);
}

// MPI does not say how long messages were.
void NeighbourCollective::complete(bool waits, TransportEvents& events) {
  if (is_idle()) return;
  int all = 1;
  if (waits)
    MPI_Wait(&request_, MPI_STATUS_IGNORE);
  else
    MPI_Test(&request_, &all, MPI_STATUS_IGNORE);
  if (all == 0) return;
  for (std::size_t k = 0; k < sources_.size(); ++k)
    events.message_arrived(k, receives_.memory(sources_[k]), receives_.bytes(sources_[k]));
  for (std::size_t k = 0; k < destinations_.size(); ++k) events.message_left(k);
}

}  // namespace partita::detail
