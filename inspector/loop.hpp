#pragma once
/// \file A loop over edges, inspected: which rank executes which iteration, on which local values.

#include <ranges>
#include <span>
#include <vector>

#include <partita/inspector/access_pattern.hpp>
#include <partita/inspector/execution.hpp>
#include <partita/inspector/remap.hpp>
#include <partita/inspector/translation_table.hpp>

namespace partita {

/// This rank's iterations of an edge loop, with local end points.
///
/// An iteration is executed by the owner of its first end point, or as `Execution` says: with `both_sides`,
/// an edge between two owners is in the lists of both. Iterations that touch owned values only (interior)
/// come first; within interior and the rest, the order is that of the global iteration numbers.
class Loop {
 public:
  std::span<const LocalEdge> edges() const { return edges_; }
  std::span<const LocalEdge> interior() const { return edges().first(interior_); }  ///< need no ghost
  std::span<const LocalEdge> border() const { return edges().subspan(interior_); }  ///< touch a ghost

  /// Global number of each iteration: its place in the concatenation of all ranks' shares.
  std::span<const global_index> iterations() const { return iterations_; }

  /// What the loop reads and increments elsewhere.
  const AccessPattern& pattern() const { return pattern_; }

  /// Brings one value per iteration of this rank's original share (a normal, a length) to the ranks that
  /// execute them, in the order of `edges()`. Collective. T trivially copyable. Throws CollectiveError when a
  /// rank brings another number of values.
  template <class T>
  std::vector<T> take(std::span<const T> values) const {
    const std::vector<T> arrived = remap_.forward(values);
    std::vector<T> ordered;
    ordered.reserve(arrived.size());
    for (const std::size_t place : order_) ordered.push_back(arrived[place]);
    return ordered;
  }

  /// The same for any contiguous range: a vector, an array.
  template <std::ranges::contiguous_range Values>
  auto take(const Values& values) const {
    return take(std::span<const std::ranges::range_value_t<Values>>(values));
  }

 private:
  friend std::vector<Loop> inspect(const TranslationTable&, std::span<const std::span<const Edge>>,
                                   Execution);

  // `edges` and `iterations` in the order of arrival.
  Loop(Remap remap, AccessPattern pattern, const std::vector<LocalEdge>& edges,
       const std::vector<global_index>& iterations);

  Remap remap_;
  AccessPattern pattern_;
  std::vector<std::size_t> order_;  // edges()[k] is the order_[k]-th of the iterations that arrived
  std::vector<LocalEdge> edges_;
  std::vector<global_index> iterations_;
  std::size_t interior_ = 0;
};

/// Inspects several loops over values of the same table together: all of them share one numbering of ghosts
/// and one access pattern, hence one exchange. `shares[l]` is this rank's share of loop l's edges (any share,
/// none too). Collective. Throws CollectiveError when an end point is out of range, naming loop, edge and end
/// point.
std::vector<Loop> inspect(const TranslationTable& table, std::span<const std::span<const Edge>> shares,
                          Execution execution = Execution::first_owner);

/// Inspects one loop.
Loop inspect(const TranslationTable& table, std::span<const Edge> share,
             Execution execution = Execution::first_owner);

}  // namespace partita
