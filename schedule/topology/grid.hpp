#pragma once
/// \file Mesh and torus with dimension-order routing: XY on the Intel Delta, and its torus form.

#include <partita/schedule/topology/topology.hpp>

namespace partita::detail {

/// Nodes on a grid of any number of dimensions, the first coordinate fastest. A message corrects the
/// coordinates one after the other, the first dimension first. Around a torus it takes the shorter direction,
/// and upwards if both are equal. Ni and McKinley, "A survey of wormhole routing techniques in direct
/// networks", IEEE Computer 26(2), 1993.
class Grid : public Topology {
 public:
  enum class Border { open, wrapped };

  /// @param shape nodes in each dimension
  /// @throws Error for no dimension, for a dimension of less than one node, and for more than 2^24 nodes
  Grid(std::vector<int> shape, Border border);

  std::string name() const override;
  int nodes() const override { return nodes_; }
  int links() const override { return nodes_ * 2 * static_cast<int>(shape_.size()); }
  void route(int from, int to, std::vector<int>& links) const override;
  std::string link_name(int link) const override;

 private:
  std::vector<int> shape_;
  Border border_;
  int nodes_ = 1;
};

}  // namespace partita::detail
