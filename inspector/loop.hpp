#pragma once
/// \file A loop over edges, inspected: an InspectedLoop with one index array, from edges to their end points.

#include <cstddef>
#include <ranges>
#include <span>
#include <vector>

#include <partita/inspector/inspect.hpp>

namespace partita {

/// This rank's iterations of an edge loop, with local end points.
///
/// An iteration is executed by the owner of its first end point, or as `Execution` says: with `both_sides`,
/// an edge between two owners is in the lists of both. Iterations that touch owned values only (interior)
/// come first; within interior and the rest, the order is that of the global iteration numbers.
class Loop {
 public:
  /// The edge loop of an inspected loop whose only index array has arity 2. Not collective. Throws Error when
  /// it has others.
  explicit Loop(InspectedLoop inspected);

  std::span<const LocalEdge> edges() const { return edges_; }
  std::span<const LocalEdge> interior() const { return edges().first(interior_size()); }  ///< need no ghost
  std::span<const LocalEdge> border() const { return edges().subspan(interior_size()); }  ///< touch a ghost

  /// Global number of each iteration: its place in the concatenation of all ranks' shares.
  std::span<const global_index> iterations() const { return iterations_; }

  /// What the loop reads and increments elsewhere.
  const AccessPattern& pattern() const { return inspected_.pattern(0); }

  /// The same loop in the order of the global iteration numbers.
  const InspectedLoop& inspected() const { return inspected_; }

  /// Brings one value per iteration of this rank's original share (a normal, a length) to the ranks that
  /// execute it, in the order of `edges()`. Collective. T trivially copyable. Throws CollectiveError when a
  /// rank brings another number of values.
  template <class T>
  std::vector<T> take(std::span<const T> values) const {
    const std::vector<T> arrived = inspected_.take(values);
    std::vector<T> ordered;
    put_interior_first(std::span<const T>(arrived), ordered);
    return ordered;
  }

  /// The same for any contiguous range: a vector, an array.
  template <std::ranges::contiguous_range Values>
  auto take(const Values& values) const {
    return take(std::span<const std::ranges::range_value_t<Values>>(values));
  }

  /// Of all that was inspected on this rank: table, edges, who executes.
  std::uint64_t fingerprint() const { return inspected_.fingerprint(); }

  /// Throws CollectiveError unless the loop was inspected for just this table and this share of the edges.
  /// Collective; one reduction.
  void require_current(const TranslationTable& table, std::span<const Edge> share) const;

 private:
  friend Loop update(Loop loop, std::span<const Edge> share);

  std::size_t interior_size() const { return edges_.size() - border_.size(); }
  void arrange();

  // Values in the order of the inspected loop's iterations, put in the order of `edges()`.
  template <class T>
  void put_interior_first(std::span<const T> values, std::vector<T>& ordered) const {
    ordered.clear();
    ordered.reserve(values.size());
    auto next = values.begin();
    for (const std::size_t border : border_) {
      const auto end = values.begin() + static_cast<std::ptrdiff_t>(border);
      ordered.insert(ordered.end(), next, end);
      next = end + 1;
    }
    ordered.insert(ordered.end(), next, values.end());
    for (const std::size_t border : border_) ordered.push_back(values[border]);
  }

  InspectedLoop inspected_;
  std::vector<std::size_t> border_;  // those of the inspected loop's iterations that touch a ghost, ascending
  std::vector<LocalEdge> edges_;
  std::vector<global_index> iterations_;
};

/// Inspects several loops over values of the same table together: all of them share one numbering of ghosts
/// and one access pattern, hence one exchange. `shares[l]` is this rank's share of loop l's edges (any share,
/// none too). Collective. Throws CollectiveError when an end point is out of range, naming loop and edge.
std::vector<Loop> inspect(const TranslationTable& table, std::span<const std::span<const Edge>> shares,
                          Execution execution = Execution::first_owner);

/// Inspects one loop.
Loop inspect(const TranslationTable& table, std::span<const Edge> share,
             Execution execution = Execution::first_owner);

/// The loop for a share of edges that differs in a few of them, or in their number; equal in every bit to a
/// fresh inspection of that share alone. Looks up only the edges that differ. Give the loop away, `loop =
/// update(std::move(loop), share)`, and it is edited where it lies. Collective. Throws CollectiveError when
/// an end point is out of range; a loop given away is lost then.
Loop update(Loop loop, std::span<const Edge> share);

}  // namespace partita
