#include <algorithm>
#include <utility>
#include <vector>

#include <partita/executor/replay/transport/replay_transport.hpp>
#include <partita/support/byte_block.hpp>
#include <partita/support/tags.hpp>

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
    const bool by_mpi = protocol_in(part, end.layout.phase).by_lock;
    all.push_back(
        {end.layout.partner, by_mpi ? MessageEnd::no_channel : room_for(end.length, bytes_per_unit)});
  }
  for (const int partner : signals) all.push_back({partner, 0});
  return all;
}

// Of what goes out, then of what comes in: of data, then of signals. Collective if there are fragments.
std::vector<Route> routes(const Communicator& comm, const RankPart& part, std::size_t fragment) {
  std::vector<Route> all;
  const auto add = [&](Route::Kind kind, const std::vector<RankMessage>& messages,
                       const std::vector<int>& signals) {
    const std::vector<int> to = partners(messages);
    const auto on_host = fragment == 0 ? std::vector<bool>() : SharedMemory::of(comm).are_on_host(to);
    for (std::size_t k = 0; k < to.size(); ++k) {
      const bool is_cut =
          fragment > 0 && !on_host[k] && protocol_in(part, messages[k].phase).sends_fragments();
      all.push_back({kind, to[k], is_cut ? fragment : 0});
    }
    for (const int partner : signals) all.push_back({kind, partner});
  };
  add(Route::Kind::send, part.sends, part.signals_out);
  add(Route::Kind::receive, part.receives, part.signals_in);
  return all;
}

}  // namespace

ReplayTransport::ReplayTransport(Transport transport, const Communicator& comm, int tag, const RankPart& part,
                                 const ReplayMemory& memory, std::size_t bytes_per_unit, std::size_t fragment)
    : sends_(part.sends.size()),
      receives_(part.receives.size()),
      comm_(comm),
      tag_(tag),
      tag_of_data_(tag),
      requests_(comm, routes(comm, part, fragment)),
      outgoing_(sends_ + part.signals_out.size()) {
  for (const RankMessage& receive : part.receives) incoming_.push_back({receive.partner});
  for (const int partner : part.signals_in) incoming_.push_back({partner});
  polled_.reserve(incoming_.size());  // a replay allocates nothing
  if (transport != Transport::mpi) share_memory(part, memory, bytes_per_unit);
}

void ReplayTransport::share_memory(const RankPart& part, const ReplayMemory& memory,
                                   std::size_t bytes_per_unit) {
  if (std::ranges::all_of(part.stages, [](const RankStage& stage) { return stage.protocol->by_lock; }))
    return;
  channels_ = std::make_unique<SharedChannels>(
      comm_, tag_, message_ends(part, memory.sends(), part.signals_out, bytes_per_unit),
      message_ends(part, memory.receives(), part.signals_in, bytes_per_unit), memory.has_own_units());
  if (channels_->empty()) return;
  waiting_ = SharedMemory::of(comm_).is_crowded() ? Waiting::yields : Waiting::polls;
  outgoing_ = channels_->of_sends();
  for (std::size_t k = 0; k < incoming_.size(); ++k) incoming_[k].channel = channels_->of_receives()[k];
}

void ReplayTransport::change_types(std::uint16_t types, bool by_tags) {
  types_ = types;
  by_tags_ = by_tags;
  tag_of_data_ = by_tags ? tag_of_types(comm_, tag_, types) : tag_;
}

void ReplayTransport::post(Range receives, const ReplayMemory& memory) {
  for (std::size_t receive = receives.first; receive < receives.last; ++receive) {
    const ReplayMemory::End& end = memory.receives()[receive];
    const SharedChannel* const channel = incoming_[receive].channel;
    incoming_[receive].types = types_;
    if (channel == nullptr)
      requests_.start(outgoing_.size() + receive, tag_of_data_, end.bytes, end.place);
    else
      await(receive, end.bytes, channel->holds(end.bytes) ? nullptr : end.place);
  }
}

void ReplayTransport::await_signal(std::size_t signal) {
  const std::size_t message = receives_ + signal;
  if (incoming_[message].channel == nullptr)
    return requests_.start(outgoing_.size() + message, tag_ + 1, 0, nullptr);
  await(message, 0, nullptr);
}

// In its channel.
void ReplayTransport::await(std::size_t message, std::size_t bytes, const std::byte* memory) {
  Incoming& incoming = incoming_[message];
  if (std::exchange(incoming.was_started, true)) incoming.channel->release();
  incoming.wanted = bytes;
  incoming.memory = memory;
  polled_.push_back(message);
}

// Comes by MPI behind one that is still among the first `polled`: MPI matches receives in the order in which
// they start, and all messages have one tag.
bool ReplayTransport::follows(std::size_t message, std::size_t polled) const {
  return std::any_of(polled_.begin(), polled_.begin() + static_cast<std::ptrdiff_t>(polled),
                     [&](std::size_t earlier) {
                       return earlier < receives_ && incoming_[earlier].from == incoming_[message].from;
                     });
}

void ReplayTransport::start_by_mpi(std::size_t message, std::size_t bytes, std::uint16_t types) {
  Incoming& incoming = incoming_[message];
  const bool is_expected = bytes == incoming.wanted && may_be_same(types, types_);
  incoming.types = types;
  requests_.start(outgoing_.size() + message,
                  is_expected || !by_tags_ ? tag_of_data_ : tag_of_types(comm_, tag_, types), bytes,
                  is_expected ? incoming.memory : unexpected_.emplace_back(bytes).data());
}

ReplayTransport::Started ReplayTransport::send(std::size_t send, const ReplayMemory& memory, bool is_empty) {
  const ReplayMemory::End& end = memory.sends()[send];
  const std::size_t bytes = is_empty ? 0 : end.bytes;
  if (SharedChannel* const channel = outgoing_[send]) {
    std::byte* const room = channel->room_to_send(bytes);
    if (room == nullptr) return Started::refused;
    const bool holds = channel->holds(bytes);
    if (holds && !is_empty) memory.pack(end, room);
    channel->send(bytes, types_);
    if (holds) return Started::left;
  }
  requests_.start(send, tag_of_data_, bytes, memory.packed(end));
  return Started::under_way;
}

bool ReplayTransport::signal(std::size_t signal) {
  const std::size_t message = sends_ + signal;
  if (SharedChannel* const channel = outgoing_[message]) {
    (void)channel->room_to_send(0);
    channel->send(0);
    return true;
  }
  requests_.start(message, tag_ + 1, 0, nullptr);
  return false;
}

std::optional<ReplayTransport::Early> ReplayTransport::early_message() const {
  int is_there = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, tag_, comm_.handle(), &is_there, &status);
  if (is_there == 0) return std::nullopt;
  return Early{status.MPI_SOURCE, bytes_of(status)};
}

}  // namespace partita::detail
