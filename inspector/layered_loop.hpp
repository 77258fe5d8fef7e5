#pragma once
/// \file Layered loop: several sweeps over edges after one gather, because each rank executes its neighbours'
/// iterations, too.

#include <cstddef>
#include <span>
#include <vector>

#include <partita/inspector/inspect.hpp>

namespace partita {

/// A loop over edges with several layers of ghosts. The first layer are the values that edges of owned values
/// lead to, the second one those that edges of the first layer lead to, and so on. With n layers, n sweeps
/// follow one gather. Sweep k executes the edges within n - k layers. After it, all local values within
/// n - 1 - k layers are right, with the bits that they have if a gather precedes every sweep; values beyond
/// are partial sums, which later sweeps do not read.
///
///     const auto deep = LayeredLoop(table, edges, 2);
///     Exchange halo(deep.pattern());
///     halo.gather(q);
///     for (int sweep = 0; sweep < deep.layers(); ++sweep) {
///       for (const local_index row : deep.rows(sweep)) add_flux(deep.edges()[row], residual);
///       update(q, residual);  // of all local values, and the residual becomes zero
///     }
class LayeredLoop {
 public:
  /// Inspects the loop once for each layer. Collective.
  /// @param share this rank's share of the edges: any share, also an empty one
  /// @param layers at least 1; with 1, the loop is that of `inspect` with `Execution::both_sides`
  /// @throws CollectiveError when an end point is out of range, or `layers` is less than 1
  LayeredLoop(const TranslationTable& table, std::span<const Edge> share, int layers);

  int layers() const { return static_cast<int>(rows_.size()); }

  /// Of all layers of ghosts.
  const AccessPattern& pattern() const { return widest_.pattern(); }

  /// Local end points of the edges within all layers. They ascend by number.
  std::span<const LocalEdge> edges() const { return widest_.edges(); }

  /// The number of each edge: its place in the concatenation of all ranks' shares.
  const IndexList& iterations() const { return widest_.iterations(); }

  /// The edges that sweep 0 to layers - 1 executes: places in `edges()`, ascending. Not collective.
  std::span<const local_index> rows(int sweep) const { return rows_[static_cast<std::size_t>(sweep)]; }

  /// Brings one value per edge of this rank's original share to the ranks that execute it. Collective.
  /// @param field contiguous range of trivially copyable values
  /// @return values in the order of `edges()`
  /// @throws CollectiveError when a rank brings another number of values than its share has edges
  template <class Field>
  auto take(const Field& field) const {
    auto nearest = near_.take(field);
    if (layers() == 1) return nearest;
    decltype(nearest) copies;
    for (const std::size_t row : sent_) copies.push_back(nearest[row]);
    return widest_.take(copies);
  }

 private:
  void widen(std::span<const Edge> ends);

  InspectedLoop near_, widest_;    // of one layer, of all
  std::vector<std::size_t> sent_;  // row in `near_` of each edge that this rank's share of `widest_` has
  std::vector<std::vector<local_index>> rows_;  // of each sweep
};

}  // namespace partita
