#pragma once
/// \file Checks of a loop before its inspection, and what an inspection asks of it.

#include <cstddef>
#include <span>
#include <vector>

#include <partita/inspector/index_array.hpp>

namespace partita::detail {

/// The only index array of a loop over edges between values of one set.
inline IndexArray end_points(const TranslationTable& table, std::span<const Edge> share) {
  return {"end points", table, share};
}

/// Iterations in this rank's share.
inline std::size_t share_of(const IndexedLoop& loop) {
  return loop.arrays.empty() ? 0
                             : loop.arrays[0].entries.size() / static_cast<std::size_t>(loop.arrays[0].arity);
}

/// Checks shapes and that ranks agree, but no entries. Collective. @throws CollectiveError when a rank gives
/// another number of index arrays than the others, or arrays that do not fit each other.
void check(const Communicator& comm, std::span<const IndexedLoop> loops);

/// Not collective. @throws Error when an entry of the iteration at `place` in this rank's share is out of
/// range: it names loop, array and entry.
void check_range(const IndexedLoop& loop, std::size_t place);

/// The same for its number: it is not negative.
void check_number(const IndexedLoop& loop, std::size_t place);

/// Calls visit(index) for the number of one iteration, if the caller gives numbers, and for its references.
void visit_iteration(const IndexedLoop& loop, std::size_t place, const auto& visit) {
  if (loop.numbers) visit((*loop.numbers)[place]);
  for (const IndexArray& array : loop.arrays) {
    const auto arity = static_cast<std::size_t>(array.arity);
    for (const global_index index : array.entries.subspan(place * arity, arity)) visit(index);
  }
}

/// The tables that the arrays of some loops point into, each once, in the order in which they appear.
std::vector<TranslationTable> tables_of(std::span<const IndexedLoop> loops);

/// The number of a table among them.
std::size_t number_in(const std::vector<TranslationTable>& tables, const TranslationTable& table);

}  // namespace partita::detail
