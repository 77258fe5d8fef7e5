#pragma once
/// \file Optimal colouring: exactly as many phases as the busiest rank has messages.
///
/// A phase table without node contention is a proper edge colouring of the bipartite multigraph of senders
/// and receivers, and D = max(fan-in, fan-out) colours are enough: König 1916. Found by divide and conquer in
/// the regular multigraph that contains the messages (regular_multigraph.hpp):
///
/// * D even: an Euler split (euler_split.hpp) makes two multigraphs of half the degree;
/// * D odd: a perfect matching (regular_matching.hpp) is one phase, and leaves an even degree.
///
/// Only one of the two halves is coloured recursively. Some of its phases are put back to bring the degree of
/// the other half to a power of two, which needs no more matchings: Gabow and Kariv, "Algorithms for edge
/// coloring bipartite graphs and multigraphs", SIAM J. Comput. 11(1), 1982. So there are at most log D
/// matchings, each in a multigraph of half the edges: O(m log D) in all for m messages of n ranks, and O(n
/// log n) expected steps of a random walk for each matching. Alternatives are Euler splits with
/// multiplicities (Alon, "A simple algorithm for edge-coloring bipartite multigraphs", Inf. Process. Lett.
/// 85, 2003; O(m log m)) and slices of the graph (Cole, Ost, Schirra, Combinatorica 21, 2001; O(m)). Walks
/// are faster and shorter: once the edges are sorted by vertex, a walk visits only n log n of them.

#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/phase_table.hpp>

namespace partita::detail {

/// The phase table of every rank; no phase is empty. The same matrix gives the same tables everywhere: the
/// random walks have a seed of their own, fixed.
std::vector<PhaseTable> colouring(const CommunicationMatrix& matrix);

/// The phase of each message of the matrix, counted row by row, of matrix.degree() phases.
std::vector<int> colours_of(const CommunicationMatrix& matrix);

}  // namespace partita::detail
