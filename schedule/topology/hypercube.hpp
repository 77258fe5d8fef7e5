#pragma once
/// \file Hypercube with e-cube routing: the network of the Intel iPSC/860.

#include <partita/schedule/topology/topology.hpp>

namespace partita::detail {

/// 2^d nodes; neighbours differ in one bit. A message corrects the bits in which source and destination
/// differ, the lowest first: Bokhari 1991, section 2. Link node * d + bit leads from `node` across `bit`.
class Hypercube : public Topology {
 public:
  /// @throws Error for dimensions outside 0 to 24.
  explicit Hypercube(int dimensions);

  std::string name() const override;
  int nodes() const override { return 1 << dimensions_; }
  int links() const override { return nodes() * dimensions_; }
  void route(int from, int to, std::vector<int>& links) const override;
  std::string link_name(int link) const override;

 private:
  int dimensions_;
};

}  // namespace partita::detail
