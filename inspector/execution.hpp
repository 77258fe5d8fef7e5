#pragma once
/// \file Execution: the rule that chooses the ranks that execute an iteration.
///
/// Owner computes and almost owner computes: Ponnusamy, Saltz, Choudhary, "Runtime compilation techniques for
/// data partitioning and communication schedule reuse", Supercomputing '93.

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include <partita/support/names.hpp>

namespace partita {

/// Chosen from the owners of the values that an iteration refers to.
enum class Execution {
  first_owner,  ///< the owner of the first reference
  majority,     ///< the owner of most references (almost owner computes); of equals, the first one
  both_sides    ///< every owner of a reference, so that an owned value gets all contributions here
};

inline constexpr std::array<Name<Execution>, 3> executions{{{Execution::first_owner, "first_owner"},
                                                            {Execution::majority, "majority"},
                                                            {Execution::both_sides, "both_sides"}}};

inline std::string_view name_of(Execution execution) { return spelling_in<Execution>(executions, execution); }

namespace detail {

/// The ranks that execute an iteration, ascending. An iteration without references stays `here`.
/// @param owners of its references, in their order
inline std::vector<int> executors(Execution execution, std::vector<int> owners, int here) {
  if (owners.empty()) return {here};
  if (execution == Execution::first_owner) return {owners.front()};
  if (execution == Execution::majority) {  // of a handful: counting them pair by pair is the quickest
    const auto references = [&](int owner) { return std::ranges::count(owners, owner); };
    return {std::ranges::max(owners, {}, references)};  // of equals, the first
  }
  std::ranges::sort(owners);
  owners.erase(std::unique(owners.begin(), owners.end()), owners.end());
  return owners;
}

}  // namespace detail

}  // namespace partita
