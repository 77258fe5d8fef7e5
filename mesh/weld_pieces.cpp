// The coordinates' hash names a rank, where all points of the same coordinates meet. That rank sorts them and
// sends each point's owner the number of the first one. Then the ranks ask the owners of their vertices.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <numeric>
#include <span>

#include <partita/inspector/remap.hpp>
#include <partita/mesh/consecutive_shares.hpp>
#include <partita/mesh/weld_pieces.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/reduce.hpp>

namespace partita::mesh {
namespace {

using Bits = std::array<std::uint64_t, 3>;

// Numbers that are equal have the same bits: -0 becomes 0.
Bits bits_of(const Point& point) {
  Bits bits{};
  std::ranges::transform(point, bits.begin(), [](double x) { return std::bit_cast<std::uint64_t>(x + 0.0); });
  return bits;
}

// For each point, the first one at its place. `order` sorts them by place, then by number.
std::vector<global_index> first_at_place(std::span<const Bits> points, std::span<const global_index> numbers,
                                         std::span<const global_index> first_points) {
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    return points[a] != points[b] ? points[a] < points[b] : numbers[a] < numbers[b];
  });
  const auto piece_of = [&](std::size_t k) {
    return std::ranges::upper_bound(first_points, numbers[k]) - first_points.begin();
  };

  std::vector<global_index> first(numbers.begin(), numbers.end());
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    bool is_slit = false;
    for (end = begin + 1; end < order.size() && points[order[end]] == points[order[begin]]; ++end)
      is_slit = is_slit || piece_of(order[end]) == piece_of(order[end - 1]);
    if (!is_slit)
      for (const std::size_t k : std::span(order).subspan(begin, end - begin))
        first[k] = numbers[order[begin]];
  }
  return first;
}

}  // namespace

void weld_pieces(const Communicator& comm, Mesh& share, const std::vector<global_index>& first_points) {
  const ConsecutiveShares shares(Peers(&comm), share.points.size());
  const std::vector<global_index> numbers = shares.numbers();
  std::vector<Bits> places;
  std::vector<int> ranks;
  for (const Point& point : share.points) {
    places.push_back(bits_of(point));
    ranks.push_back(static_cast<int>(Hash().add(places.back()).value() % comm.size()));
  }
  const Remap by_place(comm, ranks);
  const auto [points, their_numbers] = by_place.forward(places, numbers);
  const std::vector<global_index> first =
      by_place.backward(first_at_place(points, their_numbers, first_points));
  for (std::size_t k = 0; k < first.size(); ++k) share.welded_points += first[k] != numbers[k];

  std::vector<global_index> corners;
  for (const BoundaryFace& face : share.boundary)
    corners.insert(corners.end(), face.corners().begin(), face.corners().end());
  const Fetched welded(shares, first, {share.cell_vertices, corners});
  const auto replace = [&](global_index& vertex) {
    if (vertex >= 0) vertex = welded[vertex];
  };
  std::ranges::for_each(share.cell_vertices, replace);
  for (BoundaryFace& face : share.boundary) std::ranges::for_each(face.vertices, replace);
}

}  // namespace partita::mesh
