#include <algorithm>
#include <cstring>
#include <utility>

#include <partita/executor/replay/replay_memory.hpp>

namespace partita::detail {

namespace {

// Units of relay memory that the layouts use.
std::size_t relayed_units(const std::vector<Layout>& layouts) {
  std::size_t end = 0;
  for (const Layout& layout : layouts)
    for (const Block& block : layout.blocks)
      if (block.buffer == relay_buffer) end = std::max(end, block.first + block.length);
  return end;
}

std::vector<Delivery> deliveries(const std::vector<ReplayMemory::End>& receives) {
  std::vector<Delivery> all;
  for (std::size_t receive = 0; receive < receives.size(); ++receive) {
    std::size_t offset = 0;
    for (const Block& block : receives[receive].layout.blocks) {
      if (block.buffer != relay_buffer)
        all.push_back({block.buffer, block.first, block.length, receive, offset});
      offset += block.length;
    }
  }
  std::ranges::sort(all, {},
                    [](const Delivery& delivery) { return std::pair(delivery.buffer, delivery.first); });
  return all;
}

bool has_own(const std::vector<ReplayMemory::End>& ends) {
  return std::ranges::any_of(ends, [](const ReplayMemory::End& end) {
    return std::ranges::any_of(end.layout.blocks,
                               [](const Block& block) { return block.buffer != relay_buffer; });
  });
}

}  // namespace

ReplayMemory::ReplayMemory(Layouts layouts)
    : units_(relayed_units(layouts.receives)),
      sends_(ends(std::move(layouts.sends))),
      receives_(ends(std::move(layouts.receives))),
      deliveries_(deliveries(receives_)),
      has_own_units_(has_own(sends_) || has_own(receives_)),
      messages_(receives_.size()) {}

std::vector<ReplayMemory::End> ReplayMemory::ends(std::vector<Layout> layouts) {
  std::vector<End> ends;
  for (Layout& layout : layouts) {
    std::size_t length = 0;
    bool relays = false;
    for (const Block& block : layout.blocks) {
      length += block.length;
      relays = relays || block.buffer == relay_buffer;
    }
    ends.push_back({std::move(layout), length, units_, relays});
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

// Not filled with zeros: what is never packed here takes no memory then. Units of 0 bytes have a place, too.
void ReplayMemory::set_bytes(std::size_t bytes_per_unit) {
  bytes_per_unit_ = bytes_per_unit;
  if (memory_ && size_ >= units_ * bytes_per_unit) return;
  size_ = units_ * bytes_per_unit;
  memory_ = std::make_unique_for_overwrite<std::byte[]>(size_);
}

// Where all units of the end lie as in its message; null when they do not.
std::byte* ReplayMemory::in_place(const End& end, std::span<const Records> buffers) const {
  if (end.layout.blocks.size() != 1) return nullptr;
  const Block& block = end.layout.blocks.front();
  if (block.buffer == relay_buffer) return own(block.first);
  return buffers.empty() ? nullptr : buffers[block.buffer].in_place(block.first);
}

void ReplayMemory::pack(const End& send, std::byte* message) const {
  for (const Block& block : send.layout.blocks) {
    const std::size_t bytes = block.length * bytes_per_unit_;
    if (block.buffer == relay_buffer)
      std::memcpy(message, own(block.first), bytes);
    else
      send_from_[block.buffer].pack(block.first, block.length, message);
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
  for (const Block& block : end.layout.blocks) {
    const std::size_t bytes = block.length * bytes_per_unit_;
    if (block.buffer == relay_buffer)
      std::memcpy(own(block.first), message, bytes);
    else if (!leaves_)
      receive_into_[block.buffer].unpack(block.first, block.length, message);
    message += bytes;
  }
}

}  // namespace partita::detail
