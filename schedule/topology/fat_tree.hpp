#pragma once
/// \file Fat tree with destination-mod-k routing: the shape of the CM-5's network and of present clusters.

#include <partita/schedule/topology/topology.hpp>

namespace partita::detail {

/// k-ary n-tree: k^n nodes under n levels of k^(n-1) switches, as many links up as down at every level. A
/// message climbs to the lowest level from which its destination can be reached; the path down is unique. On
/// the path up it takes, at level l, port (destination / k^l) mod k: Zahavi, "Fat-tree routing and node
/// ordering providing contention free traffic for MPI global collectives", J. Parallel Distrib. Comput.
/// 72(11), 2012.
///
/// Links in both directions: between nodes and switches (level 0), then between switches of levels l-1 and l.
class FatTree : public Topology {
 public:
  /// @throws Error unless arity >= 2, levels >= 1, and there are at most 2^24 nodes.
  FatTree(int arity, int levels);

  std::string name() const override;
  int nodes() const override { return nodes_; }
  int links() const override { return 2 * levels_ * nodes_; }
  void route(int from, int to, std::vector<int>& links) const override;
  int level(int link) const override { return link / (2 * nodes_); }
  std::string link_name(int link) const override;

 private:
  int arity_;
  int levels_;
  int nodes_ = 1;
};

}  // namespace partita::detail
