#include <algorithm>
#include <array>
#include <numeric>

#include <partita/inspector/radix_order.hpp>

namespace partita::detail {

namespace {

constexpr int digit_bits = 11;  // counts of all digits fit the first-level cache
constexpr std::size_t digits = std::size_t{1} << digit_bits;

struct Entry {
  std::uint64_t key;
  local_index place;
};

std::size_t digit(std::uint64_t key, int shift) { return key >> shift & (digits - 1); }

// Entries by one digit, stable.
void distribute(const std::vector<Entry>& from, std::vector<Entry>& to, int shift) {
  std::array<local_index, digits> next{};  // first how many have that digit, then where the next of them goes
  for (const Entry& entry : from) ++next[digit(entry.key, shift)];
  std::exclusive_scan(next.begin(), next.end(), next.begin(), local_index{0});
  for (const Entry& entry : from) to[next[digit(entry.key, shift)]++] = entry;
}

}  // namespace

std::vector<local_index> radix_order(std::span<const std::int64_t> keys) {
  std::vector<local_index> order(checked_local(std::ssize(keys)));
  std::iota(order.begin(), order.end(), local_index{0});
  if (std::is_sorted(keys.begin(), keys.end())) return order;

  const auto key_of = [&](local_index place) { return static_cast<std::uint64_t>(keys[place]); };
  if (keys.size() < digits) {  // fewer than there are counts to clear
    std::stable_sort(order.begin(), order.end(),
                     [&](local_index a, local_index b) { return key_of(a) < key_of(b); });
    return order;
  }

  std::vector<Entry> entries, distributed(keys.size());
  entries.reserve(keys.size());
  std::uint64_t differing = 0;
  for (const local_index place : order) {
    entries.push_back({key_of(place), place});
    differing |= key_of(place) ^ key_of(0);
  }
  for (int shift = 0; shift < 64; shift += digit_bits)
    if (digit(differing, shift) != 0) {
      distribute(entries, distributed, shift);
      std::swap(entries, distributed);
    }
  std::transform(entries.begin(), entries.end(), order.begin(),
                 [](const Entry& entry) { return entry.place; });
  return order;
}

}  // namespace partita::detail
