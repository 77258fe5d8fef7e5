#pragma once
/// \file Index arrays: the values that the iterations of a loop refer to, as the program has them before
/// inspection.

#include <optional>
#include <ranges>
#include <span>
#include <string_view>
#include <utility>

#include <partita/inspector/access_pattern.hpp>
#include <partita/inspector/execution.hpp>
#include <partita/inspector/row_of.hpp>
#include <partita/inspector/translation_table.hpp>

namespace partita {

/// From the iterations of a loop to the values of one set: iteration k of this rank's share refers to the
/// values `entries[k * arity]` to `entries[(k + 1) * arity - 1]` of `table`. Does not own entries of
/// std::int64_t; others are converted.
struct IndexArray {
  std::string_view name;   ///< "edge_cells": for error messages
  TranslationTable table;  ///< of the set. Copies of one table are one set; equal tables are two
  int arity;               ///< references per iteration: 2 from edges to their cells
  std::span<const global_index> entries;  ///< `arity` per iteration of this rank's share
  bool decides = true;                    ///< counts when the executing rank is chosen: true if it is written
  bool needs_ghosts = true;  ///< the loop needs values of other ranks. If not, they are `nowhere`
  std::optional<AccessPattern> kept = {};  ///< ghosts that the set has already and keeps; new ones are added
  GlobalIndices held = {};                 ///< entries that were converted

  /// From a flat array of entries. Not collective.
  IndexArray(std::string_view array_name, TranslationTable of_set, int per_iteration,
             const GlobalIndices& given, bool is_written = true)
      : name(array_name),
        table(std::move(of_set)),
        arity(per_iteration),
        entries(given),
        decides(is_written),
        held(given) {}

  /// From rows: a contiguous range of whole numbers (arity 1), or of arrays of them. Not collective.
  template <std::ranges::borrowed_range Rows>
  requires detail::IndexRows<Rows> IndexArray(std::string_view array_name, TranslationTable of_set,
                                              Rows&& rows, bool is_written = true)
      : IndexArray(array_name, std::move(of_set), detail::row_length<Rows, detail::NumberIn<Rows>>,
                   GlobalIndices(rows), is_written) {}
};

/// A loop over this rank's share of a set (any share, also an empty one), with all its index arrays: over
/// edges, for example, to two cells and two vertices. Every rank names the same arrays in the same order.
struct IndexedLoop {
  std::string_view name;
  std::span<const IndexArray> arrays;
  Execution execution = Execution::first_owner;

  /// Global number of each iteration of the share, not negative: ranks execute in their ascending order.
  /// Default: the iteration's place in the concatenation of all ranks' shares.
  std::optional<std::span<const global_index>> numbers = {};

  /// For an update: places in this rank's share of the iterations whose references or numbers are others than
  /// before, in any order; iterations that were added or removed at the end of the share need not be named.
  /// None: `update` compares all iterations. A debug build, and PARTITA_CHECK=1, compare in any case and
  /// throw CollectiveError if one that differs is not named. Each rank may name iterations or not.
  std::optional<std::span<const local_index>> changed = {};
};

}  // namespace partita
