#pragma once
/// \file Executors: the ranks that execute the iterations of a share.

#include <cstddef>
#include <span>
#include <vector>

#include <partita/inspector/execution.hpp>

namespace partita::detail {

/// Appends the ranks that execute an iteration, ascending. `owners`: of its references, in their order. An
/// iteration without references stays `here`.
void append_executors(Execution execution, std::span<const int> owners, int here,
                      std::vector<int>& executors);

/// Per iteration of a share, the ranks that execute it: `ranks[offsets[k]]` to `ranks[offsets[k + 1] - 1]`,
/// ascending.
struct Executors {
  std::vector<std::size_t> offsets{0};
  std::vector<int> ranks;

  std::span<const int> of(std::size_t iteration) const {
    return std::span(ranks).subspan(offsets[iteration], offsets[iteration + 1] - offsets[iteration]);
  }
};

}  // namespace partita::detail
