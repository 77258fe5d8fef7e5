#pragma once
/// \file Dragonfly with minimal routing.

#include <cstdint>

#include <partita/schedule/topology/topology.hpp>
#include <partita/support/error.hpp>

namespace partita::detail {

/// Groups of a routers, each with p nodes and h links to other groups. Every two routers of a group are
/// joined, and every two of the a*h+1 groups, by one cable. A message takes at most one link within its
/// group, one between groups, one within the group of its destination: Kim, Dally, Scott, Abts,
/// "Technology-driven, highly-scalable dragonfly topology", ISCA 2008. Cable j of group g, at its router j /
/// h, leads to group g+j+1.
class Dragonfly : public Topology {
 public:
  /// @throws Error unless all three are 1 to 4096, with at most 2^24 nodes and 2^30 links between routers
  Dragonfly(int routers, int nodes_per_router, int global_links)
      : routers_(routers), nodes_per_router_(nodes_per_router), global_links_(global_links) {
    const bool numbers = routers >= 1 && nodes_per_router >= 1 && global_links >= 1 && routers <= 4096 &&
                         nodes_per_router <= 4096 && global_links <= 4096;
    const std::int64_t all_routers = numbers ? (std::int64_t{routers} * global_links + 1) * routers : 0;
    if (!numbers || all_routers * nodes_per_router > 1 << 24 ||
        all_routers * (routers + global_links) > 1 << 30)
      throw Error(
          "a dragonfly needs routers a group, nodes a router and global links a router from 1 to 4096, and "
          "at most 2^24 nodes and 2^30 links between routers, not ",
          routers, ", ", nodes_per_router, " and ", global_links);
    groups_ = routers * global_links + 1;
  }

  std::string name() const override {
    return text("dragonfly:", routers_, "x", nodes_per_router_, "x", global_links_);
  }

  int nodes() const override { return groups_ * routers_ * nodes_per_router_; }
  int links() const override { return 2 * nodes() + groups_ * routers_ * (routers_ + global_links_); }

  // Links: from every node, to every node, from router to router within a group, from group to group.
  void route(int from, int to, std::vector<int>& links) const override {
    if (from == to) return;
    const int first_local = 2 * nodes();
    const int first_global = first_local + groups_ * routers_ * routers_;
    int router = from / nodes_per_router_;  // counted through all groups
    const int last = to / nodes_per_router_;
    const auto within_group = [&](int next) {
      if (next != router) links.push_back(first_local + router * routers_ + next % routers_);
      router = next;
    };

    links.push_back(from);
    const int group = router / routers_, last_group = last / routers_;
    if (group != last_group) {
      const int cable = (last_group - group - 1 + groups_) % groups_;
      const int cable_there = (group - last_group - 1 + groups_) % groups_;
      within_group(group * routers_ + cable / global_links_);
      links.push_back(first_global + group * routers_ * global_links_ + cable);
      router = last_group * routers_ + cable_there / global_links_;
    }
    within_group(last);
    links.push_back(nodes() + to);
  }

  std::string link_name(int link) const override {
    if (link < nodes()) return text("from ", link);
    link -= nodes();
    if (link < nodes()) return text("to ", link);
    link -= nodes();
    const int router = link / routers_, local_links = groups_ * routers_ * routers_;
    if (link < local_links)
      return text("router ", router, "-", router / routers_ * routers_ + link % routers_);
    link -= local_links;
    const int group = link / (routers_ * global_links_);
    return text("group ", group, "-", (group + link % (routers_ * global_links_) + 1) % groups_);
  }

 private:
  int routers_;           // a, of one group
  int nodes_per_router_;  // p
  int global_links_;      // h, of one router
  int groups_ = 0;        // a*h+1
};

}  // namespace partita::detail
