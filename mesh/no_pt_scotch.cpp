#include <partita/mesh/graph_partitioner.hpp>

namespace partita::mesh {

const GraphPartitioner pt_scotch_library{"PT-Scotch", 0, nullptr};

}  // namespace partita::mesh
