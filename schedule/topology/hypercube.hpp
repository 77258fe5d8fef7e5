#pragma once
/// \file Hypercube with e-cube routing: the network of the Intel iPSC/860.

#include <partita/schedule/topology/topology.hpp>
#include <partita/support/error.hpp>

namespace partita::detail {

/// 2^d nodes; neighbours differ in one bit. A message corrects the bits in which source and destination
/// differ, the lowest first: Bokhari 1991, section 2. Link node * d + bit leads from `node` across `bit`.
class Hypercube : public Topology {
 public:
  /// @throws Error for dimensions outside 0 to 24.
  explicit Hypercube(int dimensions) : dimensions_(dimensions) {
    if (dimensions < 0 || dimensions > 24)
      throw Error("a hypercube has 0 to 24 dimensions, not ", dimensions);
  }

  std::string name() const override { return text("hypercube:", dimensions_); }
  int nodes() const override { return 1 << dimensions_; }
  int links() const override { return nodes() * dimensions_; }

  void route(int from, int to, std::vector<int>& links) const override {
    for (int bit = 0; bit < dimensions_; ++bit)
      if (((from ^ to) >> bit) & 1) {
        links.push_back(from * dimensions_ + bit);
        from ^= 1 << bit;
      }
  }

  std::string link_name(int link) const override {
    const auto binary = [&](int node) {
      std::string digits;
      for (int bit = dimensions_ - 1; bit >= 0; --bit) digits += (node >> bit) & 1 ? '1' : '0';
      return digits;
    };
    const int node = link / dimensions_;
    return binary(node) + "-" + binary(node ^ (1 << link % dimensions_));
  }

 private:
  int dimensions_;
};

}  // namespace partita::detail
