#pragma once
/// \file Index arrays: what the iterations of a loop refer to, as the program has them before inspection.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <partita/inspector/execution.hpp>
#include <partita/inspector/translation_table.hpp>

namespace partita {

/// From the iterations of a loop to the values of one set: iteration k of this rank's share refers to the
/// values `entries[k * arity]` to `entries[(k + 1) * arity - 1]` of `table`.
struct IndexArray {
  std::string_view name;                  ///< "edge_cells": for error messages
  TranslationTable table;                 ///< of that set
  int arity;                              ///< references an iteration: 2 from edges to their cells
  std::span<const global_index> entries;  ///< arity an iteration of this rank's share
  bool decides = true;                    ///< counts when it is decided who executes: what is written
};

/// A loop over this rank's share of a set (any share, none too), with all its index arrays: over edges, say,
/// to two cells and two vertices. Every rank names the same arrays in the same order.
struct IndexedLoop {
  std::string_view name;
  std::span<const IndexArray> arrays;
  Execution execution = Execution::first_owner;
};

/// Iterations in this rank's share.
inline std::size_t share_of(const IndexedLoop& loop) {
  return loop.arrays.empty() ? 0
                             : loop.arrays[0].entries.size() / static_cast<std::size_t>(loop.arrays[0].arity);
}

/// References of one iteration, through all arrays.
std::size_t references_each(const IndexedLoop& loop);

/// Throws Error unless the loop's arrays fit each other: lengths, arities, communicators. Not collective.
void check_shape(const Communicator& comm, const IndexedLoop& loop);

/// Throws CollectiveError, on every rank, when on any rank a loop has no index array or another number of
/// them than elsewhere, or when the arrays of a loop differ in length. Says nothing about their entries.
/// Collective.
void check(const Communicator& comm, std::span<const IndexedLoop> loops);

/// Throws Error when an entry of the iteration at `place` in this rank's share, or of any, is out of range:
/// it names loop, array and entry. Not collective.
void check_range(const IndexedLoop& loop, std::size_t place);
void check_range(const IndexedLoop& loop);

/// One number for all references of one iteration: iterations with other references have other marks
/// (certainly so if one reference differs, else but for a chance of 2^-64).
std::uint64_t mark(const IndexedLoop& loop, std::size_t place);

/// The tables that the arrays of some loops point into, each once, in the order in which they appear.
class Tables {
 public:
  explicit Tables(std::span<const IndexedLoop> loops);

  std::size_t size() const { return uses_.size(); }
  const TranslationTable& operator[](std::size_t number) const { return uses_[number].table; }
  std::size_t number(const TranslationTable& table) const;

  struct Use {
    TranslationTable table;
    std::size_t loop, array;
  };
  const Use& first_use(std::size_t number) const { return uses_[number]; }

 private:
  std::vector<Use> uses_;
};

}  // namespace partita
