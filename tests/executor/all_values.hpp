#pragma once
// What every exchange must do, whatever its plan.

#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

#include <partita/executor/exchange.hpp>

#include "tests/executor/random_case.hpp"

namespace partita::testing_support {

// Gathers and adds values at once, of which some are too long for shared memory: the same sums in the same
// order as from the whole graph.
inline void expect_all_values(const Case& c, Exchange& halo) {
  const int rank = c.table.communicator().rank();
  for (const std::size_t components : {1u, 40u, 3u}) {
    std::vector<double> ghosts(c.global_of.size() * components, -1), sums;
    for (std::size_t k = 0; k < ghosts.size(); ++k) {
      const global_index index = c.global_of[k / components];
      if (k < c.owned() * components) ghosts[k] = value(index, k % components);
      sums.push_back(value(index, k % components, rank));
    }
    const std::vector<double> before = sums;
    const auto rows = FieldView<double>::contiguous(sums, components);
    const auto gathered = FieldView<double>::contiguous(ghosts, components);
    halo.begin_gather(gathered);
    halo.begin_scatter_add(rows);
    // In another order on every other rank.
    if (rank % 2 == 0) halo.finish_gather(gathered);
    halo.finish_scatter_add(rows);
    if (rank % 2 != 0) halo.finish_gather(gathered);
    for (std::size_t k = 0; k < ghosts.size(); ++k)
      ASSERT_EQ(ghosts[k], value(c.global_of[k / components], k % components));
    for (std::size_t k = 0; k < sums.size(); ++k)
      ASSERT_EQ(sums[k], k < c.owned() * components
                             ? c.combined(Add{}, value, c.global_of[k / components], k % components)
                             : before[k])
          << "to the last bit";
  }
}

inline void expect_all_values(const Case& c, Exchange&& halo) { expect_all_values(c, halo); }

}  // namespace partita::testing_support
