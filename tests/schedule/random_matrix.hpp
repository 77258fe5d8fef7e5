#pragma once
// Communication matrices for property tests.

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

inline CommunicationMatrix transposed(const CommunicationMatrix& matrix) {
  return CommunicationMatrix(matrix.sources());
}

}  // namespace partita::testing_support
