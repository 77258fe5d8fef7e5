#pragma once
/// \file Who computes an iteration: chosen from the owners of the values it refers to.
///
/// Owner computes and almost owner computes: Ponnusamy, Saltz, Choudhary, "Runtime compilation techniques for
/// data partitioning and communication schedule reuse", Supercomputing '93.

#include <array>
#include <cstddef>
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

/// Per iteration of a share, the ranks that execute it: `ranks[offsets[k]]` to `ranks[offsets[k + 1] - 1]`,
/// ascending.
struct Executors {
  std::vector<std::size_t> offsets{0};
  std::vector<int> ranks;

  std::size_t iterations() const { return offsets.size() - 1; }
  std::span<const int> of(std::size_t iteration) const {
    return std::span(ranks).subspan(offsets[iteration], offsets[iteration + 1] - offsets[iteration]);
  }
  void append(std::span<const int> of_next) {
    ranks.insert(ranks.end(), of_next.begin(), of_next.end());
    offsets.push_back(ranks.size());
  }
};

}  // namespace partita
