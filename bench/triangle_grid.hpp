#pragma once
/// \file A triangulated grid of any size, made in parallel: each rank makes its share of the edges.

#include <cmath>
#include <numeric>
#include <vector>

#include <partita/inspector/block_distribution.hpp>
#include <partita/support/communicator.hpp>
#include <partita/support/random.hpp>
#include <partita/support/types.hpp>

namespace partita::bench {

enum class Numbering {
  rows,   ///< along the rows of the grid: the end points of an edge have near numbers
  random  ///< random: no relation between number and position
};

struct Grid {
  global_index vertices;
  std::vector<Edge> edges;  ///< this rank's share
};

/// Makes a square grid of about `vertices` vertices, each with an edge to its neighbours in the east, in the
/// south and in between. A rank has the edges that begin in its block of the grid. Not collective.
inline Grid triangle_grid(const Communicator& comm, global_index vertices, Numbering numbering) {
  const auto side = static_cast<global_index>(std::lround(std::sqrt(static_cast<double>(vertices))));
  Grid grid{side * side, {}};

  std::vector<global_index> number(static_cast<std::size_t>(grid.vertices));
  std::iota(number.begin(), number.end(), global_index{0});
  if (numbering == Numbering::random) Random(1).shuffle(number);  // the same on all ranks
  const auto add = [&](global_index a, global_index b) {
    grid.edges.push_back({number[static_cast<std::size_t>(a)], number[static_cast<std::size_t>(b)]});
  };

  const detail::BlockDistribution blocks{grid.vertices, comm.size()};
  for (global_index v = blocks.first(comm.rank()); v < blocks.first(comm.rank() + 1); ++v) {
    const bool east = v % side < side - 1;
    const bool south = v / side < side - 1;
    if (east) add(v, v + 1);
    if (south) add(v, v + side);
    if (east && south) add(v, v + side + 1);
  }
  return grid;
}

}  // namespace partita::bench
