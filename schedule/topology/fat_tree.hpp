#pragma once
/// \file Fat trees: the shape of the CM-5's network and of present clusters.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <partita/schedule/topology/topology.hpp>
#include <partita/support/error.hpp>

namespace partita::detail {

/// arity^n nodes under n levels of switches. A message climbs to the lowest level from which its destination
/// can be reached; the path down is unique.
///
/// * `FatTree(arity, levels)` is a k-ary n-tree: as many links up as down at every level. At level l a
///   message goes up by port (destination / k^l) mod k: Zahavi, "Fat-tree routing and node ordering providing
///   contention free traffic for MPI global collectives", J. Parallel Distrib. Comput. 72(11), 2012.
/// * `FatTree::cm5` has one link up and one down above each group of nodes. The CM-5 spreads packets at
///   random over several, which act as one of their bandwidth together. "It is not possible to statically
///   schedule messages in such a fashion that link contention can be avoided": Wang, Lin, Ranka 1993,
///   section 1.
///
/// Links in both directions: between nodes and switches (level 0), then between switches of levels l-1 and l.
class FatTree : public Topology {
 public:
  /// @throws Error unless arity >= 2, levels >= 1, and there are at most 2^24 nodes.
  FatTree(int arity, int levels) : FatTree("fat_tree", arity, levels, /*ways_up=*/arity) {}

  static FatTree cm5(int arity, int levels) { return {"cm5", arity, levels, /*ways_up=*/1}; }

  std::string name() const override { return text(kind_, ":", arity_, "x", levels()); }
  int nodes() const override { return nodes_; }
  int links() const override { return 2 * first_.back(); }

  // Above each group of k^(l+1) nodes there are width[l] switches of level l. The ports chosen on the path
  // up, each a digit, are a switch's number within its group. So a cable of level l is identified by the
  // group under it and these digits. A cable is two links, up and down.
  void route(int from, int to, std::vector<int>& links) const override {
    if (from == to) return;
    const auto up = [&](int level, int cable) { return 2 * (first_[level] + cable); };
    const auto down = [&](int level, int cable) { return up(level, cable) + 1; };
    std::vector<int> way_down{down(0, to)};
    links.push_back(up(0, from));
    int chosen = 0;  // ports, as digits
    int a = from / arity_, b = to / arity_;
    for (int level = 1; a != b; ++level, a /= arity_, b /= arity_) {
      chosen += to / width_[level - 1] % ways_up_ * width_[level - 1];
      links.push_back(up(level, a * width_[level] + chosen));
      way_down.push_back(down(level, b * width_[level] + chosen));
    }
    links.insert(links.end(), way_down.rbegin(), way_down.rend());
  }

  bool routes_are_exclusive() const override { return ways_up_ == arity_; }

  int level(int link) const override {
    return static_cast<int>(std::ranges::upper_bound(first_, link / 2) - first_.begin()) - 1;
  }

  std::string link_name(int link) const override {
    return text(link % 2 == 0 ? "up " : "down ", level(link), ".", link / 2 - first_[level(link)]);
  }

 private:
  FatTree(std::string kind, int arity, int levels, int ways_up)
      : kind_(std::move(kind)), arity_(arity), ways_up_(ways_up) {
    if (arity < 2 || levels < 1)
      throw Error("a fat tree needs an arity of at least 2 and at least 1 level, not ", arity, " and ",
                  levels);
    for (int level = 0; level < levels; ++level) {
      if (nodes_ > (1 << 24) / arity) throw Error("a fat tree has at most 2^24 nodes");
      nodes_ *= arity;
    }
    int groups = nodes_;
    for (int level = 0; level < levels; ++level, groups /= arity) {
      width_.push_back(level == 0 ? 1 : width_.back() * ways_up);
      first_.push_back(first_.back() + groups * width_.back());
    }
  }

  int levels() const { return static_cast<int>(width_.size()); }

  std::string kind_;
  int arity_;
  int ways_up_;
  int nodes_ = 1;
  std::vector<int> width_;        // by level: switches above a group
  std::vector<int> first_ = {0};  // cables of lower levels
};

}  // namespace partita::detail
