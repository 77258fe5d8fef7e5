#include <algorithm>
#include <vector>

#include <partita/executor/stage_protocols.hpp>
#include <partita/executor/transport/neighbour_transport.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/error.hpp>

namespace partita::detail {

namespace {

std::vector<int> partners(const std::vector<RankMessage>& messages) {
  std::vector<int> all;
  for (const RankMessage& message : messages) all.push_back(message.partner);
  return all;
}

void require_plain(int rank, const char* what, const std::vector<RankMessage>& messages) {
  for (const RankMessage& message : messages)
    if (message.relays)
      throw Error(text("in this schedule rank ", rank,
                       " relays messages of others, which the transport neighbour cannot; take a direct "
                       "algorithm, or the transport automatic"));
  std::vector<int> all = partners(messages);
  std::sort(all.begin(), all.end());
  const auto twice = std::adjacent_find(all.begin(), all.end());
  if (twice != all.end())
    throw Error(text("in this schedule rank ", rank, ' ', what, " rank ", *twice,
                     " several messages, and the transport neighbour has one for each pair of ranks; take an "
                     "algorithm that splits none, or the transport automatic"));
}

const RankPart& require_one_call(const Communicator& comm, const RankPart& part) {
  collectively(comm, [&] {
    for (const RankStage& stage : part.stages)
      if (stage.protocol != Protocol::post_all)
        throw Error(
            text("the transport neighbour is one call for all messages, which is to replay by "
                 "post_all, not by ",
                 name_of(stage.protocol), "; take the protocol post_all, or the transport automatic"));
    require_plain(comm.rank(), "sends", part.sends);
    require_plain(comm.rank(), "receives from", part.receives);
  });
  return part;
}

}  // namespace

NeighbourTransport::NeighbourTransport(const Communicator& comm, const RankPart& part)
    : call_(comm, partners(require_one_call(comm, part).sends), partners(part.receives)),
      sends_(part.sends.size()),
      places_(part.receives.size()),
      bytes_(part.receives.size()) {}

void NeighbourTransport::post(std::size_t receive, ReplayMemory& memory) {
  const ReplayMemory::End& end = memory.receives()[receive];
  places_[receive] = memory.room(end);
  bytes_[receive] = memory.bytes(end);
  call_.receive(receive, places_[receive], bytes_[receive]);
}

ReplayTransport::Started NeighbourTransport::send(std::size_t send, ReplayMemory& memory) {
  const ReplayMemory::End& end = memory.sends()[send];
  call_.send(send, memory.packed(end), memory.bytes(end));
  return Started::under_way;
}

void NeighbourTransport::poll(TransportEvents& events) {
  if (call_.under_way() && call_.passed()) complete(events);
}

void NeighbourTransport::wait(TransportEvents& events) {
  call_.wait();
  complete(events);
}

// MPI does not say how long messages were.
void NeighbourTransport::complete(TransportEvents& events) {
  for (std::size_t k = 0; k < places_.size(); ++k) events.message_arrived(k, places_[k], bytes_[k]);
  for (std::size_t k = 0; k < sends_; ++k) events.message_left(k);
}

}  // namespace partita::detail
