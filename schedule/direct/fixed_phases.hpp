#pragma once
/// \file Direct algorithms whose phases follow from the ranks alone, for any matrix.

#include <algorithm>

#include <partita/schedule/phase_table.hpp>

namespace partita::detail {

/// One rank's table if `from` sends to `to` in phase_of(from, to). At least `phases` phases, empty or not;
/// more if phase_of exceeds them (a message of a rank to itself). O(d log d) for d messages.
template <class PhaseOf>
PhaseTable in_fixed_phases(int rank, int phases, const DestinationVector& destinations,
                           const SourceVector& sources, PhaseOf&& phase_of) {
  PhaseTable table;
  for (const auto [to, length] : destinations)
    table.sends.push_back({phase_of(rank, to), to, direct(rank, to, length)});
  for (const auto [from, length] : sources)
    table.receives.push_back({phase_of(from, rank), from, direct(from, rank, length)});
  table.phases = phases;
  for (auto* transfers : {&table.sends, &table.receives}) {
    std::stable_sort(transfers->begin(), transfers->end(),
                     [](const Transfer& a, const Transfer& b) { return a.phase < b.phase; });
    if (!transfers->empty()) table.phases = std::max(table.phases, transfers->back().phase + 1);
  }
  return table;
}

}  // namespace partita::detail
