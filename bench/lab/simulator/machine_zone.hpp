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

/// One SimGrid host a rank, named and numbered as it; the ways out of and into each node, and the network's
/// links, as Machine has them. Routes are made when they are asked for: nothing grows with the square of the
/// ranks, but on machines whose duplex is pairwise.
///
/// What Costs says of messages that are under way together:
///
///     share      SimGrid's max-min sharing. Latencies are 0, by which it would weigh the shares.
///     queue      a link lets one message on at a time: SimGrid enables a message when all its links do.
///     half       a link more that both ways of a node go over
///     pairwise   a link more that all messages of a node go over, one at a time, but those that go along
///                with one the other way: see CircuitNetwork
///     penalties  links whose capacity falls with the number of messages on them
///
/// Between ranks of one node: a link that is not shared.
class MachineZone : public simgrid::kernel::routing::NetZoneImpl {
 public:
  /// Becomes the engine's platform, which owns it.
  MachineZone(const Machine& machine, int ranks);

  std::vector<simgrid::s4u::Host*> hosts() const { return hosts_; }

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
  std::vector<simgrid::s4u::Host*> hosts_;  // by rank
  std::vector<Link*> out_, in_, both_;      // by node; `both_` is empty in full duplex
  std::vector<Link*> links_;                // of the network; null where they do not limit
  std::vector<Link*> pairs_;                // of nodes, in pairwise duplex: who sends to whom
  std::vector<double> came_at_;             // likewise: the last message
  Link* memory_;
  std::vector<Load> loads_;  // by node, where penalties ask for them
};

}  // namespace partita::lab
