#pragma once
/// \file A perfect matching of a regular bipartite multigraph, by random walks.
///
/// Goel, Kapralov, Khanna, "Perfect matchings in O(n log n) time in regular bipartite graphs", STOC 2010
/// (SIAM J. Comput. 42(3), 2013). Vertices on the left are matched one after the other, in random order. A
/// walk goes from the vertex along a random edge to the right, from there along the matching's edge back to
/// the left, and so on, until it reaches a free vertex on the right. Without its loops it is an augmenting
/// path. With k of n vertices left, that takes O(n / k) expected steps, because the multigraph is regular.

#include <span>

#include <partita/schedule/direct/regular_multigraph.hpp>
#include <partita/support/random.hpp>

namespace partita::detail {

/// Reorders the edges of a regular multigraph, of `side` vertices on the left and on the right, so that the
/// first `side` of them are a perfect matching. O(n log n) steps of walks, expected, after O(edges) to sort
/// the edges by vertex.
void matching_to_front(std::span<MultigraphEdge> edges, int side, Random& random);

}  // namespace partita::detail
