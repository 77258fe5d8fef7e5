#include <algorithm>
#include <memory>

#include <partita/executor/transport/neighbour_graphs.hpp>

namespace partita::detail {

NeighbourGraphs& NeighbourGraphs::of(const Communicator& comm) {
  return comm.attached<NeighbourGraphs>([&] { return std::make_shared<NeighbourGraphs>(comm); });
}

NeighbourGraphs::NeighbourGraphs(const Communicator& comm) : parent_(comm.handle()) {}

// To free a communicator is collective: while an error unwinds this rank the others may never come.
NeighbourGraphs::~NeighbourGraphs() {
  if (is_torn_down()) return;
  for (Graph& graph : graphs_)
    if (graph.handle != MPI_COMM_NULL) MPI_Comm_free(&graph.handle);
}

std::size_t NeighbourGraphs::take(std::span<const int> neighbours) {
  // Of each graph: on how many ranks it is another one, and how many users it has.
  std::vector<int> counts;
  for (const Graph& graph : graphs_) {
    const bool is_this = graph.handle != MPI_COMM_NULL && std::ranges::equal(neighbours, graph.neighbours);
    counts.insert(counts.end(), {is_this ? 0 : 1, graph.users});
  }
  MPI_Allreduce(MPI_IN_PLACE, counts.data(), static_cast<int>(counts.size()), MPI_INT, MPI_SUM, parent_);
  for (std::size_t k = 0; k < graphs_.size(); ++k)
    if (counts[2 * k] == 0) {
      ++graphs_[k].users;
      return k;
    }

  for (std::size_t k = 0; k < graphs_.size(); ++k)
    if (graphs_[k].handle != MPI_COMM_NULL && counts[2 * k + 1] == 0) MPI_Comm_free(&graphs_[k].handle);
  auto place = std::ranges::find(graphs_, MPI_COMM_NULL, &Graph::handle);
  if (place == graphs_.end()) place = graphs_.insert(graphs_.end(), Graph{});
  *place = {MPI_COMM_NULL, {neighbours.begin(), neighbours.end()}, 1};
  const int degree = static_cast<int>(neighbours.size());
  MPI_Dist_graph_create_adjacent(parent_, degree, neighbours.data(), MPI_UNWEIGHTED, degree,
                                 neighbours.data(), MPI_UNWEIGHTED, MPI_INFO_NULL, /*reorder=*/0,
                                 &place->handle);
  return static_cast<std::size_t>(place - graphs_.begin());
}

}  // namespace partita::detail
