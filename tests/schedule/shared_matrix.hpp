#pragma once
// Communication matrices whose units are known by index, for property tests.

#include <map>
#include <set>
#include <utility>
#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/phase_table.hpp>
#include <partita/support/random.hpp>

#include "tests/schedule/random_matrix.hpp"

namespace partita::testing_support {

struct SharedMatrix {
  CommunicationMatrix matrix;
  std::map<std::pair<int, int>, std::vector<Units>> lists;  // indices of a message, by (origin, target)

  std::vector<Units> indices(const Piece& piece) const {
    const auto first = lists.at({piece.origin, piece.target}).begin() + piece.offset;
    return {first, first + piece.length};
  }

  // Units that must go from host to host, if each index goes once.
  Units least_between_hosts(int ranks_per_host) const {
    std::set<std::pair<std::pair<int, int>, Units>> distinct;  // origin, host, index
    for (const auto& [ends, indices] : lists)
      if (const int host = ends.second / ranks_per_host; ends.first / ranks_per_host != host)
        for (const Units index : indices) distinct.insert({{ends.first, host}, index});
    return static_cast<Units>(distinct.size());
  }
};

// The messages of `matrix`, with indices below `indices` in consecutive runs; now and then one comes twice in
// a message.
inline SharedMatrix with_indices(const CommunicationMatrix& matrix, std::uint32_t indices,
                                 std::uint64_t seed) {
  Random random(seed);
  std::map<std::pair<int, int>, std::vector<Units>> lists;
  std::vector<DestinationVector> rows;
  std::vector<IndexRuns> runs(static_cast<std::size_t>(matrix.ranks()));
  for (int origin = 0; origin < matrix.ranks(); ++origin) {
    rows.push_back(matrix.destinations(origin));
    for (const auto& [target, length] : matrix.destinations(origin)) {
      std::vector<Units>& list = lists[{origin, target}];
      while (static_cast<Units>(list.size()) < length) {
        const bool jumps = list.empty() || random.below(4) == 0 || list.back() + 1 == indices;
        list.push_back(jumps ? random.below(indices) : list.back() + 1);
      }
      for (std::size_t k = 0; k < list.size(); ++k)
        detail::append(runs[static_cast<std::size_t>(origin)], {target, static_cast<Units>(k), list[k], 1});
    }
  }
  return {CommunicationMatrix(std::move(rows)).with_indices(std::move(runs)), std::move(lists)};
}

inline SharedMatrix random_shared_matrix(std::uint64_t seed) {
  return with_indices(random_matrix(seed), 1 + static_cast<std::uint32_t>(seed % 60), seed);
}

}  // namespace partita::testing_support
