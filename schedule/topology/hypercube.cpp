#include <partita/schedule/topology/hypercube.hpp>
#include <partita/support/error.hpp>

namespace partita::detail {

Hypercube::Hypercube(int dimensions) : dimensions_(dimensions) {
  if (dimensions < 0 || dimensions > 24)
    throw Error(text("a hypercube has 0 to 24 dimensions, not ", dimensions));
}

std::string Hypercube::name() const { return text("hypercube:", dimensions_); }

void Hypercube::route(int from, int to, std::vector<int>& links) const {
  for (int bit = 0; bit < dimensions_; ++bit)
    if (((from ^ to) >> bit) & 1) {
      links.push_back(from * dimensions_ + bit);
      from ^= 1 << bit;
    }
}

std::string Hypercube::link_name(int link) const {
  const auto binary = [&](int node) {
    std::string digits;
    for (int bit = dimensions_ - 1; bit >= 0; --bit) digits += (node >> bit) & 1 ? '1' : '0';
    return digits;
  };
  const int node = link / dimensions_;
  return binary(node) + "-" + binary(node ^ (1 << link % dimensions_));
}

}  // namespace partita::detail
