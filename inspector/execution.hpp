#pragma once
/// \file Who computes an iteration: chosen from the owners of the values it refers to.
///
/// Owner computes and almost owner computes: Ponnusamy, Saltz, Choudhary, "Runtime compilation techniques for
/// data partitioning and communication schedule reuse", Supercomputing '93.

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include <partita/support/names.hpp>

namespace partita {

enum class Execution {
  first_owner,  ///< the owner of the first reference
  majority,   ///< the owner of most references (almost owner computes); of equals, the one referred to first
  both_sides  ///< every owner of a reference: all that an owned value gets is computed here, none is sent
};

inline constexpr std::array<Name<Execution>, 3> executions{{{Execution::first_owner, "first_owner"},
                                                            {Execution::majority, "majority"},
                                                            {Execution::both_sides, "both_sides"}}};

inline std::string_view name_of(Execution execution) { return spelling_in<Execution>(executions, execution); }

/// Throws Error with the names there are.
inline Execution execution_named(std::string_view name) {
  return named_in<Execution>(executions, "execution", name);
}

/// Appends the ranks that execute an iteration, ascending. `owners`: of its references, in their order; an
/// iteration without references stays `here`.
void append_executors(Execution execution, std::span<const int> owners, int here,
                      std::vector<int>& executors);

}  // namespace partita
