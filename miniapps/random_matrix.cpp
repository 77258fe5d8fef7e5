#include "miniapps/random_matrix.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>
#include <vector>

#include <partita/support/error.hpp>
#include <partita/support/random.hpp>

namespace partita {

namespace {

constexpr Units most_units = Units{1} << 40;  // so that sums over all ranks do not overflow

using Receivers = std::vector<std::vector<int>>;  // of each rank

Receivers regular(int ranks, int density, Random& random) {
  Receivers receivers(ranks);
  for (int from = 0; from < ranks; ++from)
    for (int k = 1; k <= density; ++k) receivers[from].push_back((from + k) % ranks);
  const auto has = [](const std::vector<int>& row, int to) {
    return std::ranges::find(row, to) != row.end();
  };
  const auto draw = [&](int count) { return random.below(static_cast<std::uint32_t>(count)); };
  for (std::int64_t swap = 0; swap < std::int64_t{100} * ranks * density; ++swap) {
    const std::uint32_t a = draw(ranks), b = draw(ranks);
    std::vector<int>&row_a = receivers[a], &row_b = receivers[b];
    int &to_a = row_a[draw(density)], &to_b = row_b[draw(density)];
    if (to_a != static_cast<int>(b) && to_b != static_cast<int>(a) && !has(row_a, to_b) && !has(row_b, to_a))
      std::swap(to_a, to_b);
  }
  return receivers;
}

// The first d of the others, in random order.
Receivers regular_rows(int ranks, int density, Random& random) {
  Receivers receivers(ranks);
  std::vector<int> others(ranks - 1);
  for (int from = 0; from < ranks; ++from) {
    std::iota(others.begin(), others.end(), 0);
    for (std::size_t k = 0; k < static_cast<std::size_t>(density); ++k) {
      std::swap(others[k], others[k + random.below(static_cast<std::uint32_t>(others.size() - k))]);
      receivers[from].push_back(others[k] + (others[k] >= from ? 1 : 0));
    }
  }
  return receivers;
}

Receivers independent(int ranks, int density, Random& random) {
  Receivers receivers(ranks);
  for (int from = 0; from < ranks; ++from)
    for (int to = 0; to < ranks; ++to)
      if (from != to &&
          random.below(static_cast<std::uint32_t>(ranks - 1)) < static_cast<std::uint32_t>(density))
        receivers[from].push_back(to);
  return receivers;
}

}  // namespace

CommunicationMatrix make_random_matrix(const RandomMatrix& look, std::uint64_t seed) {
  const auto [ranks, density, shortest, longest, regularity] = look;
  if (ranks < 1) throw Error("a random matrix needs at least 1 rank, not ", ranks);
  if (density < 0 || density >= ranks)
    throw Error("each of ", ranks, " ranks can send 0 to ", ranks - 1, " messages, not ", density);
  if (shortest < 1 || longest < shortest)
    throw Error("messages are from 1 unit long, and the longest not shorter than the shortest, not ",
                shortest, " to ", longest);
  if (longest > most_units) throw Error("random messages are at most 2^40 units long, not ", longest);
  if (longest - shortest >= Units{1} << 31)
    throw Error("the lengths of random messages are drawn from at most 2^31 in a row, not from ", shortest,
                " to ", longest);

  Random random(seed);
  constexpr std::array patterns{regular, regular_rows, independent};  // by Regularity
  const Receivers receivers = patterns[static_cast<std::size_t>(regularity)](ranks, density, random);
  const auto lengths = static_cast<std::uint32_t>(longest - shortest + 1);
  std::vector<DestinationVector> rows;
  for (const std::vector<int>& row : receivers) {
    rows.emplace_back();
    for (const int to : row)
      rows.back().push_back({to, lengths > 1 ? shortest + random.below(lengths) : shortest});
  }
  return CommunicationMatrix(std::move(rows));
}

}  // namespace partita
