#pragma once
/// \file Fat tree with destination-mod-k routing: the shape of the CM-5's network and of present clusters.

#include <partita/schedule/topology/topology.hpp>
#include <partita/support/error.hpp>

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
  FatTree(int arity, int levels) : arity_(arity), levels_(levels) {
    if (arity < 2 || levels < 1)
      throw Error("a fat tree needs an arity of at least 2 and at least 1 level, not ", arity, " and ",
                  levels);
    for (int level = 0; level < levels; ++level) {
      if (nodes_ > (1 << 24) / arity) throw Error("a fat tree has at most 2^24 nodes");
      nodes_ *= arity;
    }
  }

  std::string name() const override { return text("fat_tree:", arity_, "x", levels_); }
  int nodes() const override { return nodes_; }
  int links() const override { return 2 * levels_ * nodes_; }

  // A switch's number has n-1 digits to base k; a node hangs under the switch of its upper n-1 digits. From
  // level l-1 to level l, digit l-1 of the switch is a free choice, the others stay. So (level, the lower
  // switch, the chosen digit) identifies the cable between the two: k^n of them a level. A cable is two
  // links, up and down.
  void route(int from, int to, std::vector<int>& links) const override {
    if (from == to) return;
    int summit = 0;  // level of the switches above both
    for (int a = from / arity_, b = to / arity_; a != b; a /= arity_, b /= arity_) ++summit;

    const auto up = [&](int level, int cable) { return 2 * (level * nodes_ + cable); };
    const auto down = [&](int level, int cable) { return up(level, cable) + 1; };
    std::vector<int> way_down{down(0, to)};
    links.push_back(up(0, from));
    // Switches on the path up, and on the path down.
    int above_from = from / arity_, above_to = to / arity_;
    int digit_weight = 1;
    for (int level = 1; level <= summit; ++level) {
      const int port = to / digit_weight % arity_;
      links.push_back(up(level, above_from * arity_ + port));
      // The switch below on the path down: digits under this level as chosen on the path up, this digit the
      // destination's.
      way_down.push_back(down(level, above_to * arity_ + port));
      const auto choose = [&](int number) {
        return number + (port - number / digit_weight % arity_) * digit_weight;
      };
      above_from = choose(above_from);
      above_to = choose(above_to);
      digit_weight *= arity_;
    }
    links.insert(links.end(), way_down.rbegin(), way_down.rend());
  }

  int level(int link) const override { return link / (2 * nodes_); }

  std::string link_name(int link) const override {
    const int level = link / (2 * nodes_);
    return text(link % 2 == 0 ? "up " : "down ", level, ".", link / 2 % nodes_);
  }

 private:
  int arity_;
  int levels_;
  int nodes_ = 1;
};

}  // namespace partita::detail
