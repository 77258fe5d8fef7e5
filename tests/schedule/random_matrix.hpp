#pragma once
// Random communication matrices for property tests.

#include <algorithm>
#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/support/random.hpp>

namespace partita::testing_support {

// 1 to 64 ranks, any density, lengths 1 to 40; empty rows and columns and self messages among them.
inline CommunicationMatrix random_matrix(std::uint64_t seed) {
  Random random(seed);
  const std::uint32_t ranks = 1 + random.below(64);
  const std::uint32_t percent = random.below(101);
  const std::uint32_t silent = random.below(ranks + 1);  // neither sends ...
  const std::uint32_t deaf = random.below(ranks + 1);    // ... nor receives, if below `ranks`
  std::vector<DestinationVector> rows(ranks);
  for (std::uint32_t from = 0; from < ranks; ++from)
    for (std::uint32_t to = 0; to < ranks; ++to)
      if (from != silent && to != deaf && random.below(100) < percent)
        rows[from].push_back({static_cast<int>(to), 1 + random.below(40)});
  return CommunicationMatrix(std::move(rows));
}

// Every rank sends and receives exactly d messages of one unit, none to itself; uniform up to the mixing
// time: a circulant whose messages swap receivers at random, wherever that makes no message twice and none to
// oneself.
inline CommunicationMatrix random_regular_matrix(int ranks, int d, std::uint64_t seed) {
  Random random(seed);
  std::vector<std::vector<int>> receivers(static_cast<std::size_t>(ranks));
  for (int from = 0; from < ranks; ++from)
    for (int k = 1; k <= d; ++k) receivers[static_cast<std::size_t>(from)].push_back((from + k) % ranks);
  const auto has = [](const std::vector<int>& row, int to) {
    return std::find(row.begin(), row.end(), to) != row.end();
  };
  for (int swap = 0; swap < 100 * ranks * d; ++swap) {
    const int a = static_cast<int>(random.below(static_cast<std::uint32_t>(ranks)));
    const int b = static_cast<int>(random.below(static_cast<std::uint32_t>(ranks)));
    std::vector<int>& row_a = receivers[static_cast<std::size_t>(a)];
    std::vector<int>& row_b = receivers[static_cast<std::size_t>(b)];
    int& to_a = row_a[random.below(static_cast<std::uint32_t>(d))];
    int& to_b = row_b[random.below(static_cast<std::uint32_t>(d))];
    if (to_a != b && to_b != a && !has(row_a, to_b) && !has(row_b, to_a)) std::swap(to_a, to_b);
  }
  std::vector<DestinationVector> rows;
  for (const std::vector<int>& row : receivers) {
    rows.emplace_back();
    for (const int to : row) rows.back().push_back({to, 1});
  }
  return CommunicationMatrix(std::move(rows));
}

inline CommunicationMatrix transposed(const CommunicationMatrix& matrix) {
  return CommunicationMatrix(matrix.sources());
}

}  // namespace partita::testing_support
