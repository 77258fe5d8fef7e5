#include <cstring>

#include <partita/executor/transport/shared_channel.hpp>

namespace partita::detail {

void SharedChannel::clear(std::byte* memory, std::size_t longest) {
  std::memset(memory, 0, line);
  for (const std::size_t room : {std::size_t{0}, room_size(longest)})
    std::memset(memory + line + room, 0, line);
}

}  // namespace partita::detail
