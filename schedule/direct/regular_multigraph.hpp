#pragma once
/// \file A regular bipartite multigraph that contains a communication matrix, for edge colouring.
///
/// The messages are the edges, from senders on the left to receivers on the right. Let D = max(fan-in,
/// fan-out). Vertices of few edges are merged up to D edges, and edges that are no messages fill every vertex
/// up to D: Cole and Hopcroft, "On edge coloring bipartite graphs", SIAM J. Comput. 11(3), 1982. A proper
/// colouring of the whole is one of the messages. For any matrix the multigraph has at most twice as many
/// edges, and D more.

#include <vector>

#include <partita/schedule/communication_matrix.hpp>

namespace partita::detail {

struct MultigraphEdge {
  static constexpr int filling = -1;

  int left;
  int right;
  int message;  ///< counted row by row through the matrix, or `filling`
};

/// D edges at every vertex.
struct RegularMultigraph {
  int side;    ///< number of vertices on the left, and as many on the right
  int degree;  ///< D
  std::vector<MultigraphEdge> edges;
};

/// O(n + m) for m messages of n ranks.
RegularMultigraph make_regular_multigraph(const CommunicationMatrix& matrix);

}  // namespace partita::detail
