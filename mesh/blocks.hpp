#pragma once
/// \file Blocks of consecutive numbers, one per rank.

#include <span>
#include <vector>

#include <partita/inspector/block_distribution.hpp>

namespace partita::mesh {

/// Nearly equal blocks of 0, ..., size - 1.
struct Blocks {
  global_index size;
  int ranks;

  global_index first(int rank) const { return distribution().first(rank); }
  global_index length(int rank) const { return first(rank + 1) - first(rank); }
  int rank_of(global_index number) const { return distribution().locate(number).rank; }

 private:
  detail::BlockDistribution distribution() const { return {size, ranks}; }
};

/// The rank of each number's block.
inline std::vector<int> owners_of(const Blocks& blocks, std::span<const global_index> numbers) {
  std::vector<int> owners;
  owners.reserve(numbers.size());
  for (const global_index number : numbers) owners.push_back(blocks.rank_of(number));
  return owners;
}

}  // namespace partita::mesh
