#pragma once
/// \file Execution: the rule that chooses the rank that executes an iteration.
///
/// Owner computes and almost owner computes: Ponnusamy, Saltz, Choudhary, "Runtime compilation techniques for
/// data partitioning and communication schedule reuse", Supercomputing '93.

#include <array>
#include <string_view>

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

}  // namespace partita
