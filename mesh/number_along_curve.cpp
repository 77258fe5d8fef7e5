// A square is divided into four quarters, which the curve visits such that successive ones share a side; each
// quarter is a square again, with the curve turned or mirrored. The bits of a point's integer coordinates,
// from the highest down, tell the quarters that contain it. Skilling's form undoes turning and mirroring in
// place, bit by bit, after which the coordinates' bits, interleaved, are the position in Gray code.
//
// The points' positions are sorted. All ranks then have blocks of the same length, so a point's number
// follows from its rank and its place there. The numbers go home: the ranks have blocks of the points, too.
#include <algorithm>
#include <array>
#include <cmath>
#include <compare>
#include <limits>

#include <partita/inspector/remap.hpp>
#include <partita/mesh/blocks.hpp>
#include <partita/mesh/number_along_curve.hpp>
#include <partita/mesh/sort_blocks.hpp>
#include <partita/support/reduce.hpp>

namespace partita::mesh {
namespace {

using Axes = std::array<std::uint32_t, 3>;

// Afterwards the bits of all axes, interleaved, are the position.
void to_position(Axes& axes, int dimension, int bits) {
  const std::uint32_t highest = std::uint32_t{1} << (bits - 1);
  for (std::uint32_t bit = highest; bit > 1; bit >>= 1) {
    const std::uint32_t below = bit - 1;
    for (int k = 0; k < dimension; ++k) {
      // Mirrored where the bit is set, else turned. Without branches, which no processor would foresee.
      const std::uint32_t mirrored = below & -std::uint32_t{(axes[k] & bit) != 0};
      const std::uint32_t turned = (axes[0] ^ axes[k]) & below & ~mirrored;
      axes[0] ^= mirrored | turned;
      axes[k] ^= turned;
    }
  }
  for (int k = 1; k < dimension; ++k) axes[k] ^= axes[k - 1];  // from Gray code
  std::uint32_t flips = 0;
  for (std::uint32_t bit = highest; bit > 1; bit >>= 1)
    flips ^= (bit - 1) & -std::uint32_t{(axes[dimension - 1] & bit) != 0};
  for (int k = 0; k < dimension; ++k) axes[k] ^= flips;
}

struct Place {
  std::uint64_t position;
  global_index in_file;

  auto operator<=>(const Place&) const = default;
};

// Fills the blocks of ranks that have a point less.
constexpr Place behind_all{std::numeric_limits<std::uint64_t>::max(),
                           std::numeric_limits<global_index>::max()};

Box box_of(const Communicator& comm, std::span<const Point> points) {
  constexpr double most = std::numeric_limits<double>::max();
  Box box{{most, most, most}, {-most, -most, -most}};
  for (const Point& point : points)
    for (int k = 0; k < 3; ++k) {
      box.least[k] = std::min(box.least[k], point[k]);
      box.most[k] = std::max(box.most[k], point[k]);
    }
  for (int k = 0; k < 3; ++k) {
    box.least[k] = min(comm, box.least[k]);
    box.most[k] = max(comm, box.most[k]);
  }
  return box;
}

}  // namespace

std::uint64_t curve_position(const Point& point, const Box& box, int dimension) {
  const int bits = dimension == 2 ? 32 : 21;
  double size = 0;
  for (int k = 0; k < dimension; ++k) size = std::max(size, box.most[k] - box.least[k]);
  const double intervals = std::ldexp(1.0, bits);
  Axes axes{};
  for (int k = 0; k < dimension; ++k) {
    const double share = size > 0 ? (point[k] - box.least[k]) / size : 0;
    axes[k] = static_cast<std::uint32_t>(std::clamp(share * intervals, 0.0, intervals - 1));
  }
  to_position(axes, dimension, bits);
  std::uint64_t position = 0;
  for (int k = 0; k < dimension; ++k)
    for (int bit = 0; bit < bits; ++bit)
      position |= std::uint64_t{axes[k] >> bit & 1} << (dimension * (bit + 1) - 1 - k);
  return position;
}

std::vector<global_index> number_along_curve(const Communicator& comm, std::span<const Point> points,
                                             int dimension) {
  const Box box = box_of(comm, points);
  const Blocks blocks{sum(comm, static_cast<global_index>(points.size())), comm.size()};
  const global_index first = blocks.first(comm.rank());
  std::vector<Place> places;
  places.reserve(static_cast<std::size_t>(blocks.length(0)));
  for (const Point& point : points)
    places.push_back({curve_position(point, box, dimension), first + std::ssize(places)});
  places.resize(static_cast<std::size_t>(blocks.length(0)), behind_all);
  sort_blocks(comm, places);

  global_index number = comm.rank() * std::ssize(places);
  while (!places.empty() && places.back() == behind_all) places.pop_back();
  std::vector<global_index> in_file, numbers;
  for (const Place& place : places) {
    in_file.push_back(place.in_file);
    numbers.push_back(number++);
  }
  places = {};
  const Remap home(comm, owners_of(blocks, in_file));
  const auto [arrived, their_numbers] = home.forward(in_file, numbers);
  std::vector<global_index> number_of(points.size());
  for (std::size_t k = 0; k < arrived.size(); ++k) number_of[arrived[k] - first] = their_numbers[k];
  return number_of;
}

}  // namespace partita::mesh
