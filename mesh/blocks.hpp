#pragma once
/// \file Blocks of consecutive numbers, one per rank.

#include <span>
#include <vector>

#include <partita/inspector/block_distribution.hpp>
#include <partita/mesh/mesh.hpp>

namespace partita::mesh {

using Blocks = partita::detail::BlockDistribution;

inline VertexRange block_of(const Blocks& blocks, int rank) {
  return {blocks.first(rank), blocks.first(rank + 1)};
}

/// The rank of each number's block.
inline std::vector<int> owners_of(const Blocks& blocks, std::span<const global_index> numbers) {
  std::vector<int> owners;
  owners.reserve(numbers.size());
  for (const global_index number : numbers) owners.push_back(blocks.locate(number).rank);
  return owners;
}

}  // namespace partita::mesh
