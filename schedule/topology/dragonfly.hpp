#pragma once
/// \file Dragonfly with minimal routing.

#include <partita/schedule/topology/topology.hpp>

namespace partita::detail {

/// Groups of a routers, each with p nodes and h links to other groups. Every two routers of a group are
/// joined, and every two of the a*h+1 groups, by one cable. A message takes at most one link within its
/// group, one between groups, one within the group of its destination: Kim, Dally, Scott, Abts,
/// "Technology-driven, highly-scalable dragonfly topology", ISCA 2008. Cable j of group g, at its router j /
/// h, leads to group g+j+1.
class Dragonfly : public Topology {
 public:
  /// @throws Error unless all three are 1 to 4096, with at most 2^24 nodes and 2^30 links between routers
  Dragonfly(int routers, int nodes_per_router, int global_links);

  std::string name() const override;
  int nodes() const override { return groups_ * routers_ * nodes_per_router_; }
  int links() const override { return 2 * nodes() + groups_ * routers_ * (routers_ + global_links_); }
  void route(int from, int to, std::vector<int>& links) const override;
  std::string link_name(int link) const override;

 private:
  int routers_;           // a, of one group
  int nodes_per_router_;  // p
  int global_links_;      // h, of one router
  int groups_ = 0;        // a*h+1
};

}  // namespace partita::detail
