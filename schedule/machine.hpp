#pragma once
/// \file Machine: what a schedule may know of the computer it is made for.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <partita/schedule/costs.hpp>
#include <partita/schedule/topology/topology.hpp>

namespace partita {

/// A topology with its routing, facts of the nodes, and costs. A node is a host, of one rank unless it says
/// more. The default is a full crossbar of any size, on which nothing costs anything: no two messages share a
/// link, and every rank is a host of its own.
struct Machine {
  std::shared_ptr<const Topology> topology = {};  ///< none: crossbar
  bool rewards_exchanges = false;  ///< two messages pass each other only between the same two ranks
  int ranks_per_host = 1;          ///< ranks h*k .. h*k+k-1 share host h, on node h
  Costs costs = {};                ///< no schedule depends on them; `predict` does

  int host_of(int rank) const { return rank / ranks_per_host; }

  /// The topology's: "crossbar", "hypercube:5". The facts of the nodes are not in it.
  std::string name() const { return topology ? topology->name() : "crossbar"; }

  /// The links that a message from rank to rank occupies. None on a crossbar, or within a host.
  std::vector<int> route(int from, int to) const;

  /// How many links there are; 0 on a crossbar.
  int links() const { return topology ? topology->links() : 0; }
};

/// What the way of a message takes besides its bytes: `per_hop` for each link; a crossbar is one, a host
/// none.
double flight_seconds(const Machine& machine, int from, int to);

/// Throws Error when the machine has fewer nodes than there are ranks.
void require_room(const Machine& machine, int ranks);

/// A machine for this many ranks: "crossbar", "hypercube", "mesh", "torus", "fat_tree", "dragonfly", large
/// enough, or of the shape that follows a colon: "hypercube:5", "mesh:8x4", "torus:4x4x4" (nodes a
/// dimension), "fat_tree:4x3" (arity, levels), "dragonfly:4x2x2" (routers a group, nodes and global links a
/// router). "ipsc860" is a hypercube that rewards exchanges, "cm5" a fat tree of arity 4, "delta" a mesh;
/// what is returned has the name of that.
///
/// Throws Error for other names, impossible shapes, and when there are more ranks than nodes.
Machine machine_named(std::string_view name, int ranks);

/// The names without shapes: "crossbar, hypercube, ...".
std::string machine_names();

}  // namespace partita
