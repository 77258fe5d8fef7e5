#include <algorithm>
#include <cstring>
#include <span>

#include <partita/executor/replay/memory/seals.hpp>
#include <partita/support/error.hpp>
#include <partita/support/xxh64.hpp>

namespace partita::detail {

namespace {

std::uint32_t checksum(const std::byte* message, std::size_t bytes) {
  return static_cast<std::uint32_t>(xxh64(std::span(message, bytes)));
}

}  // namespace

// The checksum is that of the message, also if the field has others: so one leg alone is named.
std::uint32_t Seals::seal(const ReplayMemory& memory, std::size_t send, const std::byte* message,
                          std::size_t bytes) {
  const ReplayMemory::End& end = memory.sends()[send];
  if (bytes == 0) return 0;
  if (!end.is_in_place || message != end.place) {
    units_.assign(message, message + bytes);  // what lies between values is no value
    memory.read_sent(end, units_.data());
    compare(end, Leg::packed, message, bytes);
  }
  return checksum(message, bytes);
}

void Seals::check(const ReplayMemory& memory, std::size_t receive, std::uint32_t seal) {
  const ReplayMemory::End& end = memory.receives()[receive];
  const auto [message, bytes] = memory.message(receive);
  if (bytes == 0) return;
  if (seal != checksum(message, bytes)) return find(end, Leg::travelled, "");
  if (!memory.unpacks(end, message)) return;
  units_.assign(message, message + bytes);  // what lies between values is no value
  memory.read_received(end, units_.data());
  compare(end, Leg::unpacked, message, bytes);
}

void Seals::compare(const ReplayMemory::End& end, Leg leg, const std::byte* message, std::size_t bytes) {
  if (std::memcmp(units_.data(), message, bytes) == 0) return;
  const auto first =
      static_cast<std::size_t>(std::mismatch(units_.begin(), units_.end(), message).first - units_.begin());
  find(end, leg, text(", first in unit ", first / (bytes / end.length), " of ", end.length));
}

void Seals::find(const ReplayMemory::End& end, Leg leg, const std::string& where) {
  constexpr const char* legs[] = {"were packed", "travelled", "were unpacked"};
  if (found_.empty())
    found_ =
        text("values ", leg == Leg::packed ? "to" : "from", " rank ", end.layout.partner,
             " changed while they ", legs[static_cast<int>(leg)], ", in phase ", end.layout.phase, where);
}

}  // namespace partita::detail
