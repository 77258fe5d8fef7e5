#pragma once
/// \file Blocks of consecutive numbers, one per rank.

#include <algorithm>

#include <partita/inspector/block_distribution.hpp>

namespace partita::mesh {

/// Nearly equal blocks of 0, ..., size - 1, which consist of whole chunks; the last chunk may be shorter.
struct Blocks {
  global_index size;
  int ranks;
  global_index chunk = 1;

  global_index first(int rank) const { return std::min(size, chunk * chunks().first(rank)); }
  global_index length(int rank) const { return first(rank + 1) - first(rank); }
  int rank_of(global_index number) const { return chunks().locate(number / chunk).rank; }

 private:
  detail::BlockDistribution chunks() const { return {(size + chunk - 1) / chunk, ranks}; }
};

}  // namespace partita::mesh
