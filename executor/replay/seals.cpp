#include <algorithm>
#include <cstring>
#include <string>

#include <unistd.h>

#include <partita/executor/replay/seals.hpp>
#include <partita/support/sentence.hpp>
#include <partita/support/xxh64.hpp>

namespace partita::detail {

std::uint32_t seal_of(const std::byte* message, std::size_t bytes) {
  return static_cast<std::uint32_t>(xxh64({message, bytes}));
}

bool Seals::differs(const std::byte* message, std::size_t bytes) const {
  return std::memcmp(units_.data(), message, bytes) != 0;
}

std::uint32_t Seals::seal(const ReplayMemory& memory, std::size_t send, const std::byte* message,
                          std::size_t bytes) {
  const ReplayMemory::End& end = memory.sends()[send];
  if (bytes == 0) return 0;
  if (!end.is_in_place) {
    units_.resize(bytes);
    memory.read_sent(end, units_.data());
    if (differs(message, bytes)) fail(end, "packed", message);
  }
  return seal_of(message, bytes);
}

void Seals::check(const ReplayMemory& memory, std::size_t receive, std::uint32_t seal) {
  const ReplayMemory::End& end = memory.receives()[receive];
  const auto [message, bytes] = memory.message(receive);
  if (bytes == 0) return;
  if (seal != seal_of(message, bytes)) fail(end, "travelled", nullptr);
  if (!memory.unpacks(end, message)) return;
  units_.resize(bytes);
  memory.read_received(end, units_.data());
  if (differs(message, bytes)) fail(end, "unpacked", message);
}

void Seals::fail(const ReplayMemory::End& end, const char* leg, const std::byte* message) const {
  char host[64] = {};
  gethostname(host, sizeof host - 1);
  const bool sends = *leg == 'p';
  Sentence why;
  why.add("rank ", comm_.rank(), " on ", static_cast<const char*>(host), ": values ", sends ? "to" : "from",
          " rank ", end.layout.partner, " changed while they ", *leg == 't' ? "" : "were ", leg, " in the ",
          name_, ", phase ", end.layout.phase);
  if (message != nullptr) {
    const auto first = std::mismatch(units_.begin(), units_.end(), message).first - units_.begin();
    why.add(", first in unit ", static_cast<std::size_t>(first) / (end.bytes / end.length), " of ",
            end.length);
  }
  comm_.fail(why.add("; memory, a link or a stray write is at fault: run again with the host left out"));
}

}  // namespace partita::detail
