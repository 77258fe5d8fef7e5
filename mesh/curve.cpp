// A square is divided into four quarters, which the curve visits such that successive ones share a side; each
// quarter is a square again, with the curve turned or mirrored. The bits of a point's integer coordinates,
// from the highest down, tell the quarters that contain it. Skilling's form undoes turning and mirroring in
// place, bit by bit, after which the coordinates' bits, interleaved, are the position in Gray code.
#include <algorithm>
#include <array>
#include <cmath>

#include <partita/mesh/curve.hpp>

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

}  // namespace partita::mesh
