#pragma once
/// \file Topology: nodes, links between them, and the one route that a message takes.

#include <string>
#include <vector>

namespace partita {

/// A network with deterministic routing. Links are directed: the two directions between two neighbours are
/// two links. Immutable, and the same everywhere for the same shape.
class Topology {
 public:
  virtual ~Topology() = default;

  /// Kind and shape: "mesh:8x4". The name by which `machine_named` makes it again, if it can.
  virtual std::string name() const = 0;

  /// Places for ranks; rank i sits on node i.
  virtual int nodes() const = 0;

  /// Links are numbered 0 .. links()-1.
  virtual int links() const = 0;

  /// Appends the links that a message from node `from` to node `to` occupies, in the order of its way. None
  /// for a message to oneself.
  virtual void route(int from, int to, std::vector<int>& links) const = 0;

  /// Of a link, where links differ in bandwidth: 0 next to the nodes, or 0 everywhere.
  virtual int level(int /*link*/) const { return 0; }

  /// For people: "010-011".
  virtual std::string link_name(int link) const = 0;
};

}  // namespace partita
