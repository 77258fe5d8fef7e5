#include <partita/mesh/pt_scotch.hpp>
#include <partita/support/error.hpp>

namespace partita::mesh {

const global_index most_arcs_of_pt_scotch = 0;

std::vector<int> part_by_pt_scotch(const Communicator&, const VertexGraph<global_index>&, int) {
  throw CollectiveError(
      "partita was built without PT-Scotch; take another partition, such as curve, or install it and build "
      "partita again");
}

}  // namespace partita::mesh
