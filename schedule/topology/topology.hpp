#pragma once
/// \file Topology: nodes, links between them, and the one route that a message takes.

#include <string>
#include <vector>

namespace partita {

/// A network with deterministic routing. Links are directed: the two directions between two neighbours are
/// two links. Immutable. The same shape gives the same routes on every rank.
class Topology {
 public:
  virtual ~Topology() = default;

  /// @return kind and shape, such as "mesh:8x4"; for topologies of `machine_named`, the name that makes them
  virtual std::string name() const = 0;

  /// @return number of nodes; host i is on node i
  virtual int nodes() const = 0;

  /// @return number of links, which are numbered from 0
  virtual int links() const = 0;

  /// Appends the links that a message from node `from` to node `to` occupies, in the order of its route. A
  /// message from a node to itself takes no link.
  virtual void route(int from, int to, std::vector<int>& links) const = 0;

  /// @return whether a message keeps its route to itself. If not, packets take random ways, and a schedule
  ///   cannot avoid that messages share links
  virtual bool routes_are_exclusive() const { return true; }

  /// @return the level of a link, if links differ in bandwidth: 0 next to the nodes; else 0
  virtual int level(int /*link*/) const { return 0; }

  /// @return a name to print, such as "010-011"
  virtual std::string link_name(int link) const = 0;
};

}  // namespace partita
