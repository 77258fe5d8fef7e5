#pragma once
/// \file Mesh and torus with dimension-order routing: XY on the Intel Delta, and its torus form.

#include <utility>

#include <partita/schedule/topology/topology.hpp>
#include <partita/support/error.hpp>

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
  Grid(std::vector<int> shape, Border border) : shape_(std::move(shape)), border_(border) {
    if (shape_.empty()) throw Error("a mesh or torus needs at least one dimension");
    for (const int extent : shape_) {
      if (extent < 1) throw Error("a dimension of a mesh or torus needs at least 1 node, not ", extent);
      if (extent > (1 << 24) / nodes_) throw Error("a mesh or torus has at most 2^24 nodes");
      nodes_ *= extent;
    }
  }

  std::string name() const override {
    std::string name = border_ == Border::open ? "mesh" : "torus";
    for (std::size_t k = 0; k < shape_.size(); ++k) name += text(k == 0 ? ":" : "x", shape_[k]);
    return name;
  }

  int nodes() const override { return nodes_; }
  int links() const override { return nodes_ * 2 * static_cast<int>(shape_.size()); }

  // Link (node * dimensions + dimension) * 2 + direction leads from `node` down (0) or up (1) along
  // `dimension`.
  void route(int from, int to, std::vector<int>& links) const override {
    const int dimensions = static_cast<int>(shape_.size());
    int stride = 1;
    for (int dimension = 0; dimension < dimensions; ++dimension) {
      const int extent = shape_[dimension];
      const int target = to / stride % extent;
      int here = from / stride % extent;
      bool upwards = target > here;
      if (border_ == Border::wrapped) upwards = 2 * ((target - here + extent) % extent) <= extent;
      while (here != target) {
        links.push_back((from * dimensions + dimension) * 2 + (upwards ? 1 : 0));
        const int next = (here + (upwards ? 1 : extent - 1)) % extent;
        from += (next - here) * stride;
        here = next;
      }
      stride *= extent;
    }
  }

  std::string link_name(int link) const override {
    const int dimensions = static_cast<int>(shape_.size());
    return text(link / (2 * dimensions), link % 2 == 1 ? "+" : "-", "xyzuvw"[link / 2 % dimensions % 6]);
  }

 private:
  std::vector<int> shape_;
  Border border_;
  int nodes_ = 1;
};

}  // namespace partita::detail
