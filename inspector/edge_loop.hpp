#pragma once
/// \file Edge loop: an inspected loop with one index array, from edges to their end points.

#include <cstddef>
#include <ranges>
#include <span>
#include <vector>

#include <partita/inspector/inspect.hpp>

namespace partita {

/// This rank's iterations of an edge loop, with local end points.
///
/// The owner of its first end point executes an edge, or the ranks that `Execution` says: with `both_sides`,
/// an edge between two owners is in the lists of both. Edges between owned values (interior) come first;
/// within interior and border, the order is that of the global edge numbers. So sums in this order depend on
/// the partition in their last bits: take `inspected()` if these matter.
class EdgeLoop {
 public:
  /// The edge loop of an inspected loop whose only index array has arity 2. Not collective. @throws Error
  /// when the loop has other arrays, or numbers that the caller gave.
  explicit EdgeLoop(InspectedLoop inspected);

  std::span<const LocalEdge> edges() const { return arranged_.rows<2>(0); }
  std::span<const LocalEdge> interior() const { return edges().first(interior_size()); }  ///< need no ghost
  std::span<const LocalEdge> border() const { return edges().subspan(interior_size()); }  ///< touch a ghost

  /// Global number of each iteration: its place in the concatenation of all ranks' shares.
  const IndexList& iterations() const { return arranged_.iterations(); }

  /// The values of other ranks that the loop reads and increments.
  const AccessPattern& pattern() const { return arranged_.pattern(0); }

  const TranslationTable& table() const { return arranged_.table(0); }

  /// The same loop in the order of the global edge numbers: a copy, or this one if it is given away. Not
  /// collective.
  InspectedLoop inspected() const&;
  InspectedLoop inspected() &&;

  /// Brings one value per edge of this rank's original share (a normal, a length) to the ranks that execute
  /// it. Collective.
  /// @param values trivially copyable
  /// @return values in the order of `edges()`
  /// @throws CollectiveError when a rank brings another number of values than its share has edges
  template <class T>
  std::vector<T> take(std::span<const T> values) const {
    std::vector<T> arrived = arranged_.take(values);
    detail::move_behind(border_, 1, arrived);
    return arrived;
  }

  /// The same for any contiguous range: a vector, an array.
  template <std::ranges::contiguous_range Values>
  auto take(const Values& values) const {
    return take(std::span<const std::ranges::range_value_t<Values>>(values));
  }

  /// Hash of everything that the loop says on this rank. Not collective. O(edges).
  std::uint64_t fingerprint() const { return arranged_.fingerprint(); }

  /// Checks that the loop was inspected for exactly this table and this share of the edges. Collective: one
  /// reduction. @throws CollectiveError when it was not.
  void require_current(const TranslationTable& table, std::span<const Edge> share) const;

 private:
  std::size_t interior_size() const { return iterations().size() - border_.size(); }

  InspectedLoop arranged_;           // its iterations in the order of `edges()`
  std::vector<local_index> border_;  // where those that touch a ghost were in the order of their numbers
};

/// Inspects an edge loop. Collective.
/// @param share this rank's share of its edges: any share, also an empty one
/// @throws CollectiveError when an end point is out of range; names loop and edge
EdgeLoop inspect(const TranslationTable& table, std::span<const Edge> share,
                 Execution execution = Execution::first_owner);

/// The loop for a share of edges that differs in a few of them, or in their number; equal in every bit to a
/// fresh inspection of that share alone. Looks up only the edges that differ. Collective.
/// @param loop edited in place if you give it away: `loop = update(std::move(loop), share)`
/// @throws CollectiveError when an end point is out of range; a loop given away is lost then
EdgeLoop update(EdgeLoop loop, std::span<const Edge> share);

}  // namespace partita
