#pragma once
/// \file A machine as a network of SimGrid's.

#include <string>
#include <vector>

#include <simgrid/kernel/resource/NetworkModelIntf.hpp>
#include <simgrid/kernel/routing/NetPoint.hpp>
#include <simgrid/kernel/routing/NetZoneImpl.hpp>
#include <simgrid/s4u.hpp>

#include <partita/schedule/machine.hpp>

namespace partita::lab {

/// One SimGrid host per rank, with its number as name; the ways out of and into each node, and the network's
/// links, as in Machine. Routes are made on request: nothing grows with the square of the ranks, except on
/// machines with pairwise duplex.
///
/// Costs of messages under way together:
///
///     share      SimGrid's max-min sharing. Latencies are 0, because they would weight the shares.
///     queue      a link carries one message at a time: SimGrid starts a message when all its links accept it.
///     half       one more link shared by both ways of a node
///     pairwise   one more link shared by all messages of a node, one at a time, except two that go along with
///                each other in opposite directions: see CircuitNetwork
///     penalties  links whose capacity falls with the number of messages on them
///
/// Between ranks of one node: an unshared link.
class MachineZone : public simgrid::kernel::routing::NetZoneImpl {
 public:
  /// Becomes the engine's platform, which owns it. Throws Error for costs that it cannot simulate.
  MachineZone(const Machine& machine, int ranks);

  std::vector<simgrid::s4u::Host*> hosts() const { return hosts_; }

  /// Whether long messages reserve room at their receivers from now on: Costs::unreserved.
  void set_reserves(bool reserves) { reserves_ = reserves; }

  void get_local_route(const simgrid::kernel::routing::NetPoint* from,
                       const simgrid::kernel::routing::NetPoint* to, simgrid::kernel::routing::Route* into,
                       double* latency) override;
  void get_graph(const s_xbt_graph_t*, std::map<std::string, xbt_node_t, std::less<>>*,
                 std::map<std::string, xbt_edge_t, std::less<>>*) override {}

 private:
  using Link = simgrid::s4u::Link;

  // Messages of a node that are under way.
  struct Load {
    int sends = 0, receives = 0;
  };

  void slow_down();
  bool goes_along(int from, int to) const;
  std::size_t pair(int from, int to) const { return static_cast<std::size_t>(from * nodes_ + to); }

  Machine machine_;
  int nodes_;
  bool reserves_ = false;
  std::vector<simgrid::s4u::Host*> hosts_;  // by rank
  std::vector<Link*> out_, in_, both_;      // by node; `both_` is empty in full duplex
  std::vector<Link*> links_;                // of the network; null if it does not limit
  std::vector<Link*> pairs_;                // of nodes, in pairwise duplex: by sender and receiver
  std::vector<double> came_at_;             // same index: start of the last message
  Link* memory_;
  std::vector<Load> loads_;  // by node, if there are penalties
};

}  // namespace partita::lab
