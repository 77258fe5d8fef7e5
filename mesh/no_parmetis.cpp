#include <partita/mesh/graph_partitioner.hpp>

namespace partita::mesh {

const GraphPartitioner parmetis_library{"ParMETIS", 0, nullptr};

}  // namespace partita::mesh
