#include <algorithm>
#include <utility>

#include <partita/executor/replay/transport/memory_carrier.hpp>

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

}  // namespace

MemoryCarrier::MemoryCarrier(const RankPart& part, ReplayRecord* record, Seals* seals)
    : record_(record),
      seals_(seals),
      receives_(part.receives.size()),
      outgoing_(part.sends.size() + part.signals_out.size()) {
  for (const RankMessage& receive : part.receives) incoming_.push_back({receive.partner});
  for (const int partner : part.signals_in) incoming_.push_back({partner});
  polled_.reserve(incoming_.size());  // a replay allocates nothing
}

void MemoryCarrier::share(const Communicator& comm, int tag, const RankPart& part, const ReplayMemory& memory,
                          std::size_t bytes_per_unit) {
  if (std::ranges::all_of(part.stages, [](const RankStage& stage) { return stage.protocol->by_lock; }))
    return;
  channels_.emplace(comm, tag, message_ends(part, memory.sends(), part.signals_out, bytes_per_unit),
                    message_ends(part, memory.receives(), part.signals_in, bytes_per_unit),
                    memory.has_own_units());
  if (channels_->empty()) return;
  waiting_ = SharedMemory::of(comm).is_crowded() ? Waiting::yields : Waiting::polls;
  outgoing_ = channels_->of_sends();
  for (std::size_t k = 0; k < incoming_.size(); ++k) incoming_[k].channel = channels_->of_receives()[k];
}

Started MemoryCarrier::send(std::size_t message, const ReplayMemory& memory, const ReplayMemory::End& end,
                            std::size_t bytes) {
  SharedChannel& channel = *outgoing_[message];
  std::byte* const room = channel.room_to_send(bytes);
  if (room == nullptr) return Started::refused;
  const bool holds = channel.holds(bytes);
  if (holds && bytes > 0) memory.pack(end, room);
  if (record_ != nullptr) {
    Stamp stamp = record_->leaves(message, bytes);
    if (seals_ != nullptr)
      stamp.seal = seals_->seal(memory, message, holds ? room : memory.packed(end), bytes);
    channel.stamp(stamp);
  }
  channel.send(bytes, types_);
  return holds ? Started::left : Started::announced;
}

void MemoryCarrier::signal(std::size_t message) {
  (void)outgoing_[message]->room_to_send(0);
  outgoing_[message]->send(0);
}

void MemoryCarrier::post(std::size_t message, const ReplayMemory::End* end) {
  Incoming& incoming = incoming_[message];
  if (std::exchange(incoming.was_started, true)) incoming.channel->release();
  incoming.end = end;
  polled_.push_back(message);
}

// Comes by MPI behind one that is still among the first `polled`: MPI matches receives in the order in which
// they start, and all messages have one tag.
bool MemoryCarrier::follows(std::size_t message, std::size_t polled) const {
  return std::any_of(
      polled_.begin(), polled_.begin() + static_cast<std::ptrdiff_t>(polled), [&](std::size_t earlier) {
        return incoming_[earlier].end != nullptr && incoming_[earlier].from == incoming_[message].from;
      });
}

}  // namespace partita::detail
