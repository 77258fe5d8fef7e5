#include <algorithm>
#include <vector>

#include <partita/executor/transport/replay_transport.hpp>
#include <partita/support/byte_block.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/error.hpp>

namespace partita::detail {

namespace {

// Messages by MPI are quicker from here on.
constexpr std::size_t longest_shared = std::size_t{1} << 20;

// Room for messages of this many units, the same at both ends. Where their bytes are not known, short
// messages have room for all levels of an ocean.
std::size_t room_for(std::size_t units, std::size_t bytes_per_unit) {
  constexpr std::size_t usual = 256, most = 1024, short_message = std::size_t{1} << 16;
  const std::size_t bytes = bytes_per_unit > 0
                                ? units * bytes_per_unit
                                : std::max(units * usual, std::min(units * most, short_message));
  return std::min(bytes, longest_shared);
}

std::vector<MessageEnd> message_ends(const RankPart& part, const std::vector<ReplayMemory::End>& ends,
                                     const std::vector<int>& signals, std::size_t bytes_per_unit) {
  std::vector<MessageEnd> all;
  for (const ReplayMemory::End& end : ends) {
    const bool by_mpi = protocol_in(part, end.layout.phase) == Protocol::lock;
    all.push_back(
        {end.layout.partner, by_mpi ? MessageEnd::no_channel : room_for(end.length, bytes_per_unit)});
  }
  for (const int partner : signals) all.push_back({partner, 0});
  return all;
}

// Collective if there are fragments.
std::vector<Route> routes(const Communicator& comm, const RankPart& part,
                          const std::vector<RankMessage>& messages, std::size_t fragment) {
  const std::vector<int> to = partners(messages);
  std::vector<Route> all(to.begin(), to.end());
  if (fragment == 0) return all;
  const auto on_host = SharedMemory::of(comm).are_on_host(to);
  for (std::size_t k = 0; k < all.size(); ++k)
    if (!on_host[k] && is_phased(protocol_in(part, messages[k].phase))) all[k].fragment = fragment;
  return all;
}

// Collective.
void require_one_host(const Communicator& comm, const RankPart& part) {
  const std::vector<int> to = receivers(part);
  const auto on_host = SharedMemory::of(comm).are_on_host(to);
  collectively(comm, [&] {
    for (std::size_t k = 0; k < to.size(); ++k)
      if (!on_host[k])
        throw Error("ranks ", comm.rank(), " and ", to[k],
                    " are on different hosts and share no memory; take the transport automatic");
  });
}

}  // namespace

ReplayTransport::ReplayTransport(Transport transport, const Communicator& comm, int tag, const RankPart& part,
                                 const ReplayMemory& memory, std::size_t bytes_per_unit, std::size_t fragment)
    : comm_(comm),
      tag_(tag),
      sending_(comm, tag, routes(comm, part, part.sends, fragment)),
      signalling_(comm, tag + 1, {part.signals_out.begin(), part.signals_out.end()}),
      receiving_(comm, tag, routes(comm, part, part.receives, fragment)),
      signalled_(comm, tag + 1, {part.signals_in.begin(), part.signals_in.end()}) {
  if (transport == Transport::shared) require_one_host(comm, part);
  if (transport != Transport::mpi) share_memory(part, memory, bytes_per_unit);
}

void ReplayTransport::share_memory(const RankPart& part, const ReplayMemory& memory,
                                   std::size_t bytes_per_unit) {
  if (std::ranges::all_of(part.stages,
                          [](const RankStage& stage) { return stage.protocol == Protocol::lock; }))
    return;
  channels_ = std::make_unique<SharedChannels>(
      comm_, tag_, message_ends(part, memory.sends(), part.signals_out, bytes_per_unit),
      message_ends(part, memory.receives(), part.signals_in, bytes_per_unit), memory.has_own_units());
  if (channels_->empty()) return;
  waiting_ = SharedMemory::of(comm_).is_crowded() ? Waiting::yields : Waiting::polls;
  sending_.share(*channels_, 0);
  receiving_.share(*channels_, 0);
  signalling_.share(*channels_, part.sends.size());
  signalled_.share(*channels_, part.receives.size());
}

void ReplayTransport::post(std::size_t receive, ReplayMemory& memory) {
  const ReplayMemory::End& end = memory.receives()[receive];
  receiving_.start(receive, memory.bytes(end), [&] { return memory.room(end); });
}

ReplayTransport::Started ReplayTransport::send(std::size_t send, ReplayMemory& memory) {
  const ReplayMemory::End& end = memory.sends()[send];
  const std::size_t bytes = memory.bytes(end);
  SharedChannel* const channel = sending_.channel(send);
  if (channel != nullptr) {
    std::byte* const room = channel->room_to_send(bytes);
    if (room == nullptr) return Started::refused;
    const bool holds = channel->holds(bytes);
    if (holds) memory.pack(end, room);
    channel->send(bytes, types_);
    if (holds) return Started::left;
  }
  sending_.requests().start(send, bytes, memory.packed(end));
  return Started::under_way;
}

void ReplayTransport::await_signal(std::size_t signal) {
  signalled_.start(signal, 0, [] { return nullptr; });
}

bool ReplayTransport::signal(std::size_t signal) {
  if (SharedChannel* const channel = signalling_.channel(signal)) {
    (void)channel->room_to_send(0);
    channel->send(0);
    return true;
  }
  signalling_.requests().start(signal, 0, nullptr);
  return false;
}

bool ReplayTransport::is_idle() const {
  return sending_.under_way() == 0 && receiving_.under_way() == 0 && signalling_.under_way() == 0 &&
         signalled_.under_way() == 0;
}

std::optional<ReplayTransport::Early> ReplayTransport::early_message() const {
  int is_there = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, tag_, comm_.handle(), &is_there, &status);
  if (is_there == 0) return std::nullopt;
  return Early{status.MPI_SOURCE, bytes_of(status)};
}

}  // namespace partita::detail
