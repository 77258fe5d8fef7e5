#pragma once
/// \file Machine: the facts of a computer that schedules and predictions use.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <partita/schedule/costs.hpp>
#include <partita/schedule/topology/topology.hpp>

namespace partita {

/// A topology with its routing, facts of the nodes, and costs. A node is a host, with one rank by default.
/// The default machine is a full crossbar of any size without costs: no two messages share a link, and every
/// rank has a host of its own.
struct Machine {
  std::shared_ptr<const Topology> topology = {};  ///< null: crossbar
  bool rewards_exchanges = false;  ///< two messages pass each other only between the same two ranks
  int ranks_per_host = 1;          ///< ranks h*k .. h*k+k-1 share host h, on node h
  Costs costs = {};  ///< of predictions, and the fragments of replays; no schedule depends on them
  bool costs_are_guessed = false;  ///< not measured: by machine_here; set it to false with costs of your own

  int host_of(int rank) const { return rank / ranks_per_host; }

  /// @return the name of the topology, such as "crossbar" or "hypercube:5", without facts of the nodes
  std::string name() const { return topology ? topology->name() : "crossbar"; }

  /// @return the links that a message from rank to rank occupies, in order; none on a crossbar or within a
  ///   host
  std::vector<int> route(int from, int to) const;

  /// @return those of them that no other message of a phase may use without link contention; none if routes
  ///   are not exclusive
  std::vector<int> exclusive_links(int from, int to) const;

  /// @return number of links; 0 on a crossbar
  int links() const { return topology ? topology->links() : 0; }
};

/// The time that the route of a message takes besides its bytes: `per_hop` for each link. A crossbar counts
/// as one link, a host as none.
///
/// @return seconds
///
/// Not collective.
double flight_seconds(const Machine& machine, int from, int to);

/// The time for which a message that reserves room at its receiver holds its route longer: Costs::unreserved.
///
/// @return seconds; 0 if it is short enough, or stays within a host
///
/// Not collective.
double reservation_seconds(const Machine& machine, int from, int to, double bytes);

/// Checks that the machine has room for all ranks.
///
/// @throws Error if the machine has fewer nodes than the ranks need
///
/// Not collective.
void require_room(const Machine& machine, int ranks);

/// A hash of all that the machine is, costs too. Not collective.
std::uint64_t fingerprint(const Machine& machine);

/// Makes a machine without costs for this many ranks.
///
/// @param name "crossbar", "hypercube", "mesh", "torus", "fat_tree" or "dragonfly": the smallest that is
///   large enough. Or such a name with a shape: "hypercube:5", "mesh:8x4", "torus:4x4x4" (nodes a dimension),
///   "fat_tree:4x3" (arity, levels), "dragonfly:4x2x2" (routers a group, nodes and global links a router).
///   "ipsc860" is a hypercube that rewards exchanges, "cm5" a fat tree of arity 4 with one link up from each
///   group of nodes (FatTree::cm5), "delta" a mesh.
/// @throws Error for other names and impossible shapes, and if the machine has fewer nodes than ranks
///
/// Not collective.
Machine machine_named(std::string_view name, int ranks);

/// @return all names without shapes: "crossbar, hypercube, ..."
std::string machine_names();

}  // namespace partita
