// The coordinates' hash names a rank, where all points of the same coordinates meet. They arrive in ascending
// order. A hash table with open addressing finds the first point of each place there, and sends its number to
// the owner of each point. Then the ranks ask the owners of their vertices.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include <partita/inspector/remap.hpp>
#include <partita/mesh/consecutive_shares.hpp>
#include <partita/mesh/renumber_share.hpp>
#include <partita/mesh/weld.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/hash.hpp>

namespace partita::mesh {
namespace {

// Numbers that are equal have the same bits: -0 becomes 0.
std::array<std::uint64_t, 3> bits_of(const Point& point) {
  std::array<std::uint64_t, 3> bits{};
  std::ranges::transform(point, bits.begin(), [](double x) { return std::bit_cast<std::uint64_t>(x + 0.0); });
  return bits;
}

struct NumberedPoint {
  std::array<std::uint64_t, 3> bits;  // of the coordinates
  global_index number;

  std::uint64_t hash() const { return mixed(mixed(mixed(bits[0]) + bits[1]) + bits[2]); }
};

// For each place, the number of the first one with the same coordinates. Numbers ascend.
std::vector<global_index> first_of_same(std::span<const NumberedPoint> places,
                                        std::span<const global_index> first_points) {
  const auto piece_of = [&](const NumberedPoint& place) {
    return std::ranges::upper_bound(first_points, place.number) - first_points.begin();
  };
  constexpr local_index free = -1;
  std::vector<local_index> slots(std::bit_ceil(2 * places.size() + 1), free);  // the last place seen
  std::vector<local_index> first(static_cast<std::size_t>(checked_local(std::ssize(places))));
  std::vector<bool> is_slit(places.size(), false);  // by the first place
  for (std::size_t k = 0; k < places.size(); ++k) {
    std::size_t slot = places[k].hash() >> 24 & (slots.size() - 1);  // the lower bits choose the rank
    while (slots[slot] != free && places[slots[slot]].bits != places[k].bits)
      slot = (slot + 1) & (slots.size() - 1);
    const local_index before = slots[slot];
    slots[slot] = static_cast<local_index>(k);
    first[k] = before == free ? slots[slot] : first[before];
    if (before != free && piece_of(places[before]) == piece_of(places[k])) is_slit[first[k]] = true;
  }

  std::vector<global_index> numbers;
  numbers.reserve(places.size());
  for (std::size_t k = 0; k < places.size(); ++k)
    numbers.push_back(places[is_slit[first[k]] ? k : first[k]].number);
  return numbers;
}

// For each point of this rank, the number of the first one at its place.
std::vector<global_index> first_at_place(std::span<const Point> points, const ConsecutiveShares& shares,
                                         std::span<const global_index> first_points) {
  std::vector<NumberedPoint> places;
  places.reserve(points.size());
  for (const Point& point : points) places.push_back({bits_of(point), shares.begin() + std::ssize(places)});
  const Communicator& comm = shares.comm();
  if (comm.size() == 1) return first_of_same(places, first_points);
  const Remap by_place(comm, places, [&](const NumberedPoint& place) {
    return meeting_rank(place.hash() & 0xffffff, comm.size());
  });
  const std::vector<NumberedPoint> arrived = by_place.forward(places);
  return by_place.backward(collectively(comm, [&] { return first_of_same(arrived, first_points); }));
}

}  // namespace

void weld(const Communicator& comm, Mesh& share, std::span<const global_index> first_points) {
  const ConsecutiveShares shares(comm, share.points.size());
  const std::vector<global_index> first = first_at_place(share.points, shares, first_points);
  for (std::size_t k = 0; k < first.size(); ++k)
    share.welded_points += first[k] != shares.begin() + static_cast<global_index>(k);

  renumber(shares, first, share, {});
}

}  // namespace partita::mesh
