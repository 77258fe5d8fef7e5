#include <algorithm>
#include <cstring>
#include <utility>

#include <partita/executor/replay/memory/replay_memory.hpp>

namespace partita::detail {

namespace {

// Calls use(block, units of the message before it) for the places of all units, second ones too.
template <class Use>
void for_each_place(const Layout& layout, Use&& use) {
  std::size_t offset = 0;
  for (const Block& block : layout.blocks) {
    use(block, offset);
    offset += block.length;
  }
  for (const SecondPlace& copy : layout.copies) use(copy.block, copy.offset);
}

// Units of relay memory that the layouts use.
std::size_t relayed_units(const std::vector<Layout>& layouts) {
  std::size_t end = 0;
  for (const Layout& layout : layouts)
    for_each_place(layout, [&](const Block& block, std::size_t) {
      if (block.buffer == relay_buffer) end = std::max(end, block.first + block.length);
    });
  return end;
}

std::vector<Delivery> deliveries(const std::vector<ReplayMemory::End>& receives) {
  std::vector<Delivery> all;
  for (std::size_t receive = 0; receive < receives.size(); ++receive)
    for_each_place(receives[receive].layout, [&](const Block& block, std::size_t offset) {
      if (block.buffer != relay_buffer)
        all.push_back({block.buffer, block.first, block.length, receive, offset});
    });
  std::ranges::sort(all, {},
                    [](const Delivery& delivery) { return std::pair(delivery.buffer, delivery.first); });
  return all;
}

}  // namespace

ReplayMemory::ReplayMemory(Layouts layouts)
    : units_(relayed_units(layouts.receives)),
      sends_(ends(std::move(layouts.sends))),
      receives_(ends(std::move(layouts.receives))),
      deliveries_(deliveries(receives_)),
      messages_(receives_.size()) {}

std::vector<ReplayMemory::End> ReplayMemory::ends(std::vector<Layout> layouts) {
  std::vector<End> ends;
  for (Layout& layout : layouts) {
    std::size_t length = 0;
    for (const Block& block : layout.blocks) length += block.length;
    bool relays = false;
    for_each_place(layout, [&](const Block& block, std::size_t) {
      (block.buffer == relay_buffer ? relays : has_own_units_) = true;
    });
    ends.push_back({std::move(layout), length, units_, relays});
    units_ += length;
  }
  return ends;
}

// Not filled with zeros: what is never packed here takes no memory then. Units of 0 bytes have a place, too.
void ReplayMemory::set_bytes(std::size_t bytes_per_unit) {
  bytes_per_unit_ = bytes_per_unit;
  if (!memory_ || size_ < units_ * bytes_per_unit) {
    size_ = units_ * bytes_per_unit;
    memory_ = std::make_unique_for_overwrite<std::byte[]>(size_);
  }
  find_places(sends_, send_from_);
  find_places(receives_, receive_into_);
}

void ReplayMemory::find_places(std::vector<End>& ends, const std::vector<Records>& buffers) const {
  for (End& end : ends) {
    std::byte* const place = in_place(end.layout.blocks, buffers);
    end.bytes = end.length * bytes_per_unit_;
    end.is_in_place = place != nullptr;
    end.place = end.is_in_place ? place : own(end.packing);
  }
}

// Where all units of these blocks lie as in their message; null when they do not.
std::byte* ReplayMemory::in_place(const std::vector<Block>& blocks,
                                  const std::vector<Records>& buffers) const {
  if (blocks.size() != 1) return nullptr;
  const Block& block = blocks.front();
  if (block.buffer == relay_buffer) return own(block.first);
  return buffers.empty() ? nullptr : buffers[block.buffer].in_place(block.first);
}

void ReplayMemory::pack(const End& send, std::byte* message) const { gather(send, send_from_, message); }

void ReplayMemory::gather(const End& end, const std::vector<Records>& buffers, std::byte* message) const {
  for (const Block& block : end.layout.blocks) {
    const std::size_t bytes = block.length * bytes_per_unit_;
    if (block.buffer == relay_buffer)
      std::memcpy(message, own(block.first), bytes);
    else
      buffers[block.buffer].pack(block.first, block.length, message);
    message += bytes;
  }
}

void ReplayMemory::take_apart(const End& receive, const std::byte* message) const {
  const auto put = [&](const Block& block, const std::byte* units) {
    if (block.buffer == relay_buffer)
      std::memcpy(own(block.first), units, block.length * bytes_per_unit_);
    else if (!receive_into_.empty())
      receive_into_[block.buffer].unpack(block.first, block.length, units);
  };
  for (const SecondPlace& copy : receive.layout.copies)
    put(copy.block, message + copy.offset * bytes_per_unit_);
  if (receive.is_in_place && message == receive.place) return;
  for (const Block& block : receive.layout.blocks) {
    put(block, message);
    message += block.length * bytes_per_unit_;
  }
}

}  // namespace partita::detail
