#pragma once
/// \file Where the stages of a schedule begin.
///
/// A stage is the longest run of phases in which no rank sends on what has come in one of them. So stages are
/// seen in the phase tables, whichever algorithm made them: a direct schedule is one stage; `two_stage` has
/// two and `node_aware` three; of `standard_exchange` each step is a stage, of `multiphase` its direct part
/// too. Phases at the beginning of a stage in which no rank sends on anything belong to the stage before.

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include <partita/schedule/phase_table.hpp>

namespace partita::detail {

/// A message that sends units on: in which phase, and in which the last of them has come.
struct Relayed {
  int came, leaves;
};

inline constexpr int no_stage = std::numeric_limits<int>::max();

/// Those of rank `me`.
std::vector<Relayed> relayed_by(int me, const PhaseTable& table);

/// The first phase of the stage after the one that begins in phase `begin`, as these messages show it;
/// `no_stage` if they show none. The least of all ranks' is the schedule's.
int next_stage(std::span<const Relayed> relayed, int begin);

/// The first phase of each of the first `most` stages, beginning with 0. `next(begin)`: the schedule's next
/// stage after the one that begins there.
template <class Next>
std::vector<int> stage_begins(std::size_t most, Next&& next) {
  std::vector<int> begins{0};
  while (begins.size() < most) {
    const int begin = next(begins.back());
    if (begin == no_stage) break;
    begins.push_back(begin);
  }
  return begins;
}

}  // namespace partita::detail
