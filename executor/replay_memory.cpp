#include <algorithm>
#include <cstring>
#include <tuple>
#include <utility>

#include <partita/executor/replay_memory.hpp>

namespace partita {

namespace {

// Units of relay memory that the slots use.
std::size_t relayed_units(const std::vector<Slot>& slots) {
  std::size_t end = 0;
  for (const Slot& slot : slots)
    for (const Stretch& stretch : slot.stretches)
      if (stretch.buffer == relay_buffer) end = std::max(end, stretch.first + stretch.length);
  return end;
}

std::vector<Delivery> deliveries(const std::vector<ReplayMemory::End>& receives) {
  std::vector<Delivery> all;
  for (std::size_t receive = 0; receive < receives.size(); ++receive) {
    std::size_t offset = 0;
    for (const Stretch& stretch : receives[receive].slot.stretches) {
      if (stretch.buffer != relay_buffer)
        all.push_back({stretch.buffer, stretch.first, stretch.length, receive, offset});
      offset += stretch.length;
    }
  }
  std::sort(all.begin(), all.end(), [](const Delivery& a, const Delivery& b) {
    return std::tie(a.buffer, a.first) < std::tie(b.buffer, b.first);
  });
  return all;
}

}  // namespace

ReplayMemory::ReplayMemory(Slots slots)
    : units_(relayed_units(slots.receives)),
      sends_(ends(std::move(slots.sends))),
      receives_(ends(std::move(slots.receives))),
      deliveries_(deliveries(receives_)),
      messages_(receives_.size()) {}

std::vector<ReplayMemory::End> ReplayMemory::ends(std::vector<Slot> slots) {
  std::vector<End> ends;
  for (Slot& slot : slots) {
    std::size_t length = 0;
    bool relays = false;
    for (const Stretch& stretch : slot.stretches) {
      length += stretch.length;
      relays = relays || stretch.buffer == relay_buffer;
    }
    ends.push_back({std::move(slot), length, units_, relays});
    units_ += length;
  }
  return ends;
}

void ReplayMemory::begin(std::span<const Records> send_from, std::span<const Records> receive_into,
                         std::size_t bytes_per_unit) {
  send_from_.assign(send_from.begin(), send_from.end());
  receive_into_.assign(receive_into.begin(), receive_into.end());
  leaves_ = receive_into.empty();
  set_bytes(bytes_per_unit);
}

// Not filled with zeros: what is never packed here takes no memory then.
void ReplayMemory::set_bytes(std::size_t bytes_per_unit) {
  bytes_per_unit_ = bytes_per_unit;
  if (size_ >= units_ * bytes_per_unit) return;
  size_ = units_ * bytes_per_unit;
  memory_ = std::make_unique_for_overwrite<std::byte[]>(size_);
}

// Where all units of the end lie as in its message; null when they do not.
std::byte* ReplayMemory::in_place(const End& end, std::span<const Records> buffers) const {
  if (end.slot.stretches.size() != 1) return nullptr;
  const Stretch& stretch = end.slot.stretches.front();
  if (stretch.buffer == relay_buffer) return own(stretch.first);
  return buffers.empty() ? nullptr : buffers[stretch.buffer].in_place(stretch.first);
}

void ReplayMemory::pack(const End& send, std::byte* message) const {
  for (const Stretch& stretch : send.slot.stretches) {
    const std::size_t bytes = stretch.length * bytes_per_unit_;
    if (stretch.buffer == relay_buffer)
      std::memcpy(message, own(stretch.first), bytes);
    else
      send_from_[stretch.buffer].pack(stretch.first, stretch.length, message);
    message += bytes;
  }
}

const std::byte* ReplayMemory::packed(const End& send) {
  if (const std::byte* const place = in_place(send, send_from_)) return place;
  pack(send, own(send.packing));
  return own(send.packing);
}

std::byte* ReplayMemory::room(const End& receive) {
  std::byte* const place = in_place(receive, receive_into_);
  return place != nullptr ? place : own(receive.packing);
}

void ReplayMemory::unpack(std::size_t receive, const std::byte* message) {
  const End& end = receives_[receive];
  messages_[receive] = message;
  if (message == in_place(end, receive_into_)) return;
  for (const Stretch& stretch : end.slot.stretches) {
    const std::size_t bytes = stretch.length * bytes_per_unit_;
    if (stretch.buffer == relay_buffer)
      std::memcpy(own(stretch.first), message, bytes);
    else if (!leaves_)
      receive_into_[stretch.buffer].unpack(stretch.first, stretch.length, message);
    message += bytes;
  }
}

}  // namespace partita
