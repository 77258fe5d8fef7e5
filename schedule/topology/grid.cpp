#include <utility>

#include <partita/schedule/topology/grid.hpp>
#include <partita/support/error.hpp>

namespace partita::detail {

Grid::Grid(std::vector<int> shape, Border border) : shape_(std::move(shape)), border_(border) {
  if (shape_.empty()) throw Error("a mesh or torus needs at least one dimension");
  for (const int extent : shape_) {
    if (extent < 1) throw Error(text("a dimension of a mesh or torus needs at least 1 node, not ", extent));
    if (extent > (1 << 24) / nodes_) throw Error("a mesh or torus has at most 2^24 nodes");
    nodes_ *= extent;
  }
}

std::string Grid::name() const {
  std::string name = border_ == Border::open ? "mesh" : "torus";
  for (std::size_t k = 0; k < shape_.size(); ++k) name += text(k == 0 ? ":" : "x", shape_[k]);
  return name;
}

// Link (node * dimensions + dimension) * 2 + direction leads from `node` down (0) or up (1) along
// `dimension`.
void Grid::route(int from, int to, std::vector<int>& links) const {
  const int dimensions = static_cast<int>(shape_.size());
  int stride = 1;
  for (int dimension = 0; dimension < dimensions; ++dimension) {
    const int extent = shape_[static_cast<std::size_t>(dimension)];
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

std::string Grid::link_name(int link) const {
  const int dimensions = static_cast<int>(shape_.size());
  return text(link / (2 * dimensions), link % 2 == 1 ? "+" : "-", "xyzuvw"[link / 2 % dimensions % 6]);
}

}  // namespace partita::detail
