#include <cstring>
#include <type_traits>

#include <partita/executor/fields/records.hpp>

namespace partita {

namespace {

// Calls `work` with the bytes of a value, as a constant when they are those of a few doubles: copies of a
// known length are a few instructions.
template <class Work>
void with_bytes(std::size_t bytes, Work&& work) {
  switch (bytes) {
    case 4:
      return work(std::integral_constant<std::size_t, 4>{});
    case 8:
      return work(std::integral_constant<std::size_t, 8>{});
    case 16:
      return work(std::integral_constant<std::size_t, 16>{});
    case 24:
      return work(std::integral_constant<std::size_t, 24>{});
    case 32:
      return work(std::integral_constant<std::size_t, 32>{});
    case 40:
      return work(std::integral_constant<std::size_t, 40>{});
    case 64:
      return work(std::integral_constant<std::size_t, 64>{});
    default:
      return work(bytes);
  }
}

// Calls copy(value, its place in its packed record, bytes) for the part of every record.
template <class Byte, class Copy>
void for_each_value(const RecordPart& part, std::span<const local_index> indices, std::size_t first,
                    std::size_t count, Byte* packed, std::size_t stride, Copy copy) {
  packed += part.offset;
  with_bytes(part.bytes, [&](const auto bytes) {
    if (indices.empty())
      for (std::size_t k = 0; k < count; ++k)
        copy(part.values + (first + k) * bytes, packed + k * stride, bytes);
    else
      for (std::size_t k = 0; k < count; ++k)
        copy(part.values + static_cast<std::size_t>(indices[first + k]) * bytes, packed + k * stride, bytes);
  });
}

}  // namespace

Records::Records(std::span<const RecordPart> parts, std::size_t bytes, std::span<const local_index> indices)
    : bytes_(bytes), parts_(parts), indices_(indices) {
  if (parts.size() == 1 && indices.empty() && parts.front().bytes == bytes) memory_ = parts.front().values;
}

void Records::pack(std::size_t first, std::size_t count, std::byte* packed) const {
  if (memory_ != nullptr) {
    std::memcpy(packed, in_place(first), count * bytes_);
    return;
  }
  for (const RecordPart& part : parts_)
    for_each_value(
        part, indices_, first, count, packed, bytes_,
        [](const std::byte* value, std::byte* place, auto bytes) { std::memcpy(place, value, bytes); });
}

void Records::unpack(std::size_t first, std::size_t count, const std::byte* packed) const {
  if (memory_ != nullptr) {
    std::memcpy(in_place(first), packed, count * bytes_);
    return;
  }
  for (const RecordPart& part : parts_)
    for_each_value(
        part, indices_, first, count, packed, bytes_,
        [](std::byte* value, const std::byte* place, auto bytes) { std::memcpy(value, place, bytes); });
}

}  // namespace partita
