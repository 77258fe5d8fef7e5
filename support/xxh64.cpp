#include <bit>
#include <cstring>

#include <partita/support/xxh64.hpp>

namespace partita {

namespace {

constexpr std::uint64_t prime_1 = 0x9e3779b185ebca87, prime_2 = 0xc2b2ae3d27d4eb4f,
                        prime_3 = 0x165667b19e3779f9, prime_4 = 0x85ebca77c2b2ae63,
                        prime_5 = 0x27d4eb2f165667c5;

// The first bytes as a number, lowest byte first.
template <class Number>
std::uint64_t number(const std::byte* bytes) {
  Number value = 0;
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(&value, bytes, sizeof value);
  } else {
    for (std::size_t b = sizeof value; b-- > 0;) value = value << 8 | static_cast<Number>(bytes[b]);
  }
  return value;
}

std::uint64_t round(std::uint64_t sum, std::uint64_t input) {
  return std::rotl(sum + input * prime_2, 31) * prime_1;
}

// Four sums, each of every fourth number of 8 bytes, do not wait for one another.
std::uint64_t sum_of_stripes(std::span<const std::byte> bytes, std::uint64_t seed) {
  std::uint64_t a = seed + prime_1 + prime_2, b = seed + prime_2, c = seed, d = seed - prime_1;
  for (; bytes.size() >= 32; bytes = bytes.subspan(32)) {
    a = round(a, number<std::uint64_t>(bytes.data()));
    b = round(b, number<std::uint64_t>(bytes.data() + 8));
    c = round(c, number<std::uint64_t>(bytes.data() + 16));
    d = round(d, number<std::uint64_t>(bytes.data() + 24));
  }
  std::uint64_t sum = std::rotl(a, 1) + std::rotl(b, 7) + std::rotl(c, 12) + std::rotl(d, 18);
  for (const std::uint64_t one : {a, b, c, d}) sum = (sum ^ round(0, one)) * prime_1 + prime_4;
  return sum;
}

}  // namespace

std::uint64_t xxh64(std::span<const std::byte> bytes, std::uint64_t seed) {
  std::uint64_t sum = bytes.size() < 32 ? seed + prime_5 : sum_of_stripes(bytes, seed);
  sum += bytes.size();
  bytes = bytes.last(bytes.size() % 32);
  for (; bytes.size() >= 8; bytes = bytes.subspan(8))
    sum = std::rotl(sum ^ round(0, number<std::uint64_t>(bytes.data())), 27) * prime_1 + prime_4;
  if (bytes.size() >= 4) {
    sum = std::rotl(sum ^ number<std::uint32_t>(bytes.data()) * prime_1, 23) * prime_2 + prime_3;
    bytes = bytes.subspan(4);
  }
  for (const std::byte byte : bytes)
    sum = std::rotl(sum ^ static_cast<std::uint64_t>(byte) * prime_5, 11) * prime_1;
  sum = (sum ^ sum >> 33) * prime_2;
  sum = (sum ^ sum >> 29) * prime_3;
  return sum ^ sum >> 32;
}

}  // namespace partita
