#include <algorithm>

#include <partita/executor/transport/neighbour_collective.hpp>
#include <partita/executor/transport/neighbour_graphs.hpp>

namespace partita::detail {

namespace {

// Ascending; never empty.
std::vector<int> union_of(std::span<const int> destinations, std::span<const int> sources, int rank) {
  std::vector<int> all(destinations.begin(), destinations.end());
  all.insert(all.end(), sources.begin(), sources.end());
  if (all.empty()) all.push_back(rank);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

std::vector<std::size_t> places_in(const std::vector<int>& neighbours, std::span<const int> ranks) {
  std::vector<std::size_t> places;
  for (const int rank : ranks)
    places.push_back(static_cast<std::size_t>(std::lower_bound(neighbours.begin(), neighbours.end(), rank) -
                                              neighbours.begin()));
  return places;
}

}  // namespace

NeighbourCollective::NeighbourCollective(const Communicator& comm, std::span<const int> destinations,
                                         std::span<const int> sources)
    : comm_(comm),
      neighbours_(union_of(destinations, sources, comm.rank())),
      destinations_(places_in(neighbours_, destinations)),
      sources_(places_in(neighbours_, sources)),
      graphs_(NeighbourGraphs::of(comm)),
      graph_(graphs_.take(neighbours_)),
      sends_(neighbours_.size()),
      receives_(neighbours_.size()) {}

NeighbourCollective::~NeighbourCollective() { graphs_.give_back(graph_); }

NeighbourCollective::Side::Side(std::size_t neighbours)
    : bytes_(neighbours),
      blocks_(neighbours),
      counts_(neighbours),
      addresses_(neighbours),
      types_(neighbours, MPI_BYTE) {}

void NeighbourCollective::Side::set(std::size_t k, const std::byte* memory, std::size_t bytes) {
  MPI_Get_address(memory, &addresses_[k]);
  if (bytes_[k] == bytes) return;
  bytes_[k] = bytes;
  const ByteBlock& block = blocks_[k].emplace(bytes);
  counts_[k] = block.count();
  types_[k] = block.type();
}

void NeighbourCollective::start() {
  MPI_Ineighbor_alltoallw(MPI_BOTTOM, sends_.counts(), sends_.addresses(), sends_.types(), MPI_BOTTOM,
                          receives_.counts(), receives_.addresses(), receives_.types(),
                          graphs_.handle(graph_), &request_);
}

bool NeighbourCollective::passed() {
  int all = 0;
  MPI_Test(&request_, &all, MPI_STATUS_IGNORE);
  return all != 0;
}

void NeighbourCollective::wait() { MPI_Wait(&request_, MPI_STATUS_IGNORE); }

}  // namespace partita::detail
